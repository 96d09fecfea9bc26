"""What compiled code stands on: decorators, the machine-code cache, array types, borrowed views."""
