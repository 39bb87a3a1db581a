"""HiGHS as a backend of Boolsmith; `plugin` registers it, `backend` runs it."""
