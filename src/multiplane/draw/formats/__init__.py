"""A tree as text for a terminal, as SVG, as TikZ, as an HTML page and as a picture in a notebook."""
