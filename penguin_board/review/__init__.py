"""What a change does to the boards of a tree: differences, reports of them, rules of review.

Pure: evaluated boards of two sides in, words and problems out. ``diffing.py`` reads the sides.
"""
