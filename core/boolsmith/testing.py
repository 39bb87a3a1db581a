"""Where the conformance kit was: it is a distribution of its own, `boolsmith-testing`."""

raise ImportError("boolsmith.testing is now boolsmith_testing: pip install boolsmith-testing")
