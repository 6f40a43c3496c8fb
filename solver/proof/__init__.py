"""Certificates, and the checker that does not trust the search."""
