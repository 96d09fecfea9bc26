"""Features as data: attributes of words, the template language and its address books, defaults, files."""
