"""The program that makes the bundled character (see ../make_character.py)."""
