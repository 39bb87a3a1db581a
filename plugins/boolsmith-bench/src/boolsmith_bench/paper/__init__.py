"""The experiments of the paper, run beside what else a user might pick.

Each experiment is a list of cells, and a cell is plain data: what to run, on what, with which
settings. Cells run in any order and in several processes; what a cell gives is written to a file
of its own at once, so that an interrupted run goes on where it stopped. Tables, figures and the
page are made from these files alone.
"""
