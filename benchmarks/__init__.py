"""What the goals for speed and size ask, measured: ``python -m benchmarks``."""
