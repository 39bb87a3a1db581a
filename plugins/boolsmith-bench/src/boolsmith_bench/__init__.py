"""Benchmarks: how fast the search is on this machine, and how well backends solve subproblems.

What they measure is data; the command `boolsmith bench` prints it.
"""
