"""Features as data: attributes of words, templates, defaults, files."""
