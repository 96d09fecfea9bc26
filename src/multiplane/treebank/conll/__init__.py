"""CoNLL-U and CoNLL-X as bytes: scan them into a layout, read, write, rewrite trees, convert."""
