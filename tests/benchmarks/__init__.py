"""Benchmarks: both sides of each ratio in one run, interleaved, each line with its bar. Run by ``make bench``."""
