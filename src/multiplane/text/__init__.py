"""From characters to words: tokenizer and sentence splitter, multiword tokens, and the pipeline from text to trees."""
