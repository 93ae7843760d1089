"""Made-up files for the reader, by Hypothesis in the tests and by atheris with ``make fuzz``."""
