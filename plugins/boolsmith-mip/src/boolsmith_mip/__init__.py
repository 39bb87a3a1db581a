"""CBC and HiGHS through Python-MIP as backends of Boolsmith; `plugin` registers them."""
