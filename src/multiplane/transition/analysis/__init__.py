"""What a system can do: proved properties, exhaustive verification, traces."""
