"""The best 1-endpoint-crossing tree."""
