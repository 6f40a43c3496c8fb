"""Surveys: verdicts for many numbered deals, in parallel, restartable, with honest statistics."""

#: The kinds of pictures there are of surveys, for those who do not want to import what draws them.
PICTURES = ("winnability", "states", "lengths")
