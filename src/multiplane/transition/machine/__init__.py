"""The machine that runs every system: its memory, its programs, its kernels."""
