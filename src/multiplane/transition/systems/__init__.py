"""The systems of the papers, systems by name and as data; configurations to step through, sequences to run."""
