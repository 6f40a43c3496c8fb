"""Search: layered, depth-first, best-first, A* and IDA*, over one kind of key table."""
