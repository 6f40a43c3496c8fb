"""The second engine: deals as constraints, decided by OR-Tools CP-SAT.

OR-Tools is imported only when a deal is to be decided.
"""
