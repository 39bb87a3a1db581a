"""The compiled part: rules as flat arrays, evaluated on packed words, moved and swept by kernels.

This is the only package that knows numba. Importing it compiles nothing; the first search ever
compiles what it needs and keeps it on disk.
"""
