"""Parcels: values on their way to another process, with the plugins that they need there."""

from __future__ import annotations

import importlib
import pickle
from pathlib import Path
from typing import Any

import attrs

from boolsmith.errors import BoolsmithError
from boolsmith.plugins import loader


@attrs.frozen(eq=False)
class Parcel:
    """A value for another process, with the files of the plugins that `load_plugin` took here."""

    plugins: dict[str, str]
    pickled: bytes

    @classmethod
    def wrap(cls, value: Any) -> Parcel:
        """Return the value as another process can read it."""
        from joblib import wrap_non_picklable_objects

        picklable = wrap_non_picklable_objects(value, keep_wrapper=False)
        return cls(dict(loader.unpackaged), pickle.dumps(picklable))

    def unwrap(self) -> Any:
        """Return the value, after loading the plugins that this process lacks."""
        for name, file in self.plugins.items():
            if name in loader.unpackaged or not Path(file).is_file():
                continue
            try:
                loader.load_plugin(importlib.import_module(name))
            except ImportError:  # it was loaded from a file, or from a path that is not known here
                loader.load_plugin(file)
        try:
            return pickle.loads(self.pickled)  # noqa: S301
        except (BoolsmithError, ImportError, AttributeError) as error:
            raise BoolsmithError(
                f"another process lacks what this one has: {error} (a plugin reaches it only "
                "from a file: give load_plugin its path)"
            ) from error
