"""Deals as constraints: event models that say in whole times and truths what a line of play is.

A model is made from a deal and its game's facts. It knows nothing of engines: CP-SAT reads it as
integers, the refutations read it as clauses, and the checker of refutations builds it anew. So
this package imports no search, no CP-SAT and no proof.
"""
