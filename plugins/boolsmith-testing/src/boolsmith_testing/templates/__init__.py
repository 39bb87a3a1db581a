"""The files that `boolsmith new-plugin` fills in, by kind of plugin; those in `common` go with all.

A word between two @ is a placeholder. `src` becomes the package, `.tmpl` is dropped from names.
"""
