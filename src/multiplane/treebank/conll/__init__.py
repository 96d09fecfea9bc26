"""CoNLL-U and CoNLL-X as bytes: scan, read, write, rewrite, convert."""
