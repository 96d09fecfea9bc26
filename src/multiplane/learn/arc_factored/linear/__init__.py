"""The linear arc scorer: hashed features of arcs, learned by MIRA, and a linear classifier for labels."""
