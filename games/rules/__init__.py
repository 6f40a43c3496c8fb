"""The rules of each game in words, as ``cadogan rules`` prints them: one text file a game.

A file is named after its game. Paragraphs stand apart, items of a list begin with ``- ``. What
follows the line ``Moves:`` is about how moves are written.
"""
