"""Systems and trees made from others: buffer arcs, undirected variants, constraints, pseudo-projective trees."""
