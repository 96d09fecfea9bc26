"""The best tree of MH_k: at most k heads in an item."""
