"""Benchmarks: figures as ratios or as CPU time, each script by itself or all of them by `make bench`."""
