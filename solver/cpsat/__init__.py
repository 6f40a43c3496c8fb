"""CP-SAT, and what turns its answers into evidence."""
