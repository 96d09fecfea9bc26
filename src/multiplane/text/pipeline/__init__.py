"""From text to trees: the parts of a pipeline in one object and in one file, their training, and what they read."""
