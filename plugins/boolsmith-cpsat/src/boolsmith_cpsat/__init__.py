"""CP-SAT of OR-Tools as a backend of Boolsmith; `plugin` registers it, `backend` runs it."""
