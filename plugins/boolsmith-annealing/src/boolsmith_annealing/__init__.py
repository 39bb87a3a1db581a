"""Samplers of QUBOs on this machine as backends of Boolsmith; `plugin` registers them."""
