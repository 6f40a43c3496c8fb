"""Surveys: verdicts for many numbered deals, in parallel, restartable, with honest statistics."""
