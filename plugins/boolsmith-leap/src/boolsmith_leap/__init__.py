"""D-Wave Leap as backends of Boolsmith; `plugin` registers them."""
