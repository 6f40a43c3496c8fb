"""Commands that measure: ``python -m benchmarks NAME``, from the root of a checkout."""
