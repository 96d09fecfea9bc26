"""The best tree of bounded gap degree: well-nested, mildly ill-nested, gap-minding."""
