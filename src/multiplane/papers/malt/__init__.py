"""MaltParser's feature models: the defaults by name, and its XML files as templates."""
