"""The basis of all compiled code: decorators, the cache of machine code, array types, borrowed views."""
