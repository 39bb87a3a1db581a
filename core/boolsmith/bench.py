"""Where the benchmarks were: they are a distribution of their own, `boolsmith-bench`."""

raise ImportError("boolsmith.bench is now boolsmith_bench: pip install boolsmith-bench")
