"""The files in bad/ and the message for each."""

from __future__ import annotations

from pathlib import Path

BAD = Path(__file__).parent / "bad"

MESSAGES = {
    "blank.conllu": "1: found an empty file; expected at least one sentence",
    "column_count.conllu": "6: found 9 columns; expected 10",
    "comment.conllx": "4: found a comment; expected a word line, for CoNLL-X has no comments",
    "comment_after_empty.conllu": "6: found a comment inside a sentence; expected comments before its first word only",
    "comment_after_range.conllu": "6: found a comment inside a sentence; expected comments before its first word only",
    "comment_inside.conllu": "6: found a comment inside a sentence; expected comments before its first word only",
    "cut_off.conllu": "6: found 2 columns in a last line that is cut off; expected 10",
    "cut_off_character.conllu": "5: found byte 0xC3; expected UTF-8",
    "cycle.conllu": "5: found a cycle through words 1, 3, 4; expected a tree",
    "eleven_columns.conllu": "6: found 11 columns; expected 10",
    "empty.conllu": "1: found an empty file; expected at least one sentence",
    "empty_column.conllu": "6: found an empty MISC; expected a value or _",
    "empty_node.conllx": "5: found ID '1.1'; expected 2",
    "empty_node_order.conllu": "6: found ID '1.2'; expected empty node 1.1",
    "empty_node_place.conllu": "6: found ID '2.1'; expected empty node 1.1",
    "empty_phead.conllx": "4: found an empty PHEAD; expected a value or _",
    "head_enormous.conllu": "5: found HEAD '99999999999999999999' of word 1; expected an integer from 0 to 2",
    "head_missing.conllu": "5: found no HEAD of word 1; expected an integer from 0 to 2",
    "head_negative.conllu": "5: found HEAD '-2' of word 1; expected an integer from 0 to 2",
    "head_no_integer.conllu": "5: found HEAD 'sleep' of word 1; expected an integer from 0 to 2",
    "head_out_of_range.conllu": "5: found HEAD '3' of word 1; expected an integer from 0 to 2",
    "id_from_zero.conllu": "5: found ID '0'; expected 1",
    "id_leading_zero.conllu": "5: found ID '01'; expected 1",
    "id_no_integer.conllu": "6: found ID 'two'; expected 2",
    "id_out_of_sequence.conllu": "6: found ID '3'; expected 2",
    "id_starts_again.conllu": "7: found ID '1'; expected 3, or a blank line before the next sentence",
    "no_root.conllu": "5: found a cycle through words 1, 2; expected a tree",
    "no_words.conllu": "5: found a sentence without words; expected a word line after the comments",
    "not_utf8.conllu": "5: found byte 0xE4; expected UTF-8",
    "not_utf8_comment.conllu": "5: found byte 0xF6; expected UTF-8",
    "nul.conllu": "5: found a NUL byte; expected text",
    "only_ranges.conllu": "5: found a sentence without words; expected a word line after the comments",
    "own_head.conllu": "6: found word 2 as its own head; expected another word or 0",
    "range.conllx": "4: found ID '1-2'; expected 1",
    "range_backwards.conllu": "6: found ID '2-1'; expected a range from 2 to 2 or more",
    "range_beyond_end.conllu": "6: found range 2-4 in a sentence of 3 words; expected a range of its words",
    "range_late.conllu": "7: found ID '1-2'; expected a range from 3",
    "range_overlap.conllu": "7: found ID '2-3'; expected word 2, inside the range that ends at 2",
    "range_start.conllu": "6: found ID '3-4'; expected a range from 2",
    "spaces_for_tabs.conllu": "5: found columns separated by spaces; expected 10 columns separated by tabs",
    "utf16.conllu": "1: found UTF-16; expected UTF-8",
    "white_space_line.conllu": "6: found a line of white space; expected an empty line",
}
