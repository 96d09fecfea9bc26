"""What several commands share: reading with its options, progress, tables, files for pictures."""
