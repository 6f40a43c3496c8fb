"""Game modules."""
