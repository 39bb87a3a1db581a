"""Configuration: the settings of a search and of fitting, from a TOML file, options or Python."""

from boolsmith.config.config import Config, load_config
from boolsmith.config.options import add_search_options, config_from_args

__all__ = ["Config", "add_search_options", "config_from_args", "load_config"]
