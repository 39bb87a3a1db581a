"""A stray cell is told with the arguments that would read it."""

import pytest
from boolsmith.data.tables import read_table
from boolsmith.errors import RemedyError


def test_the_arguments_that_the_error_names_read_the_file(tmp_path):
    file = tmp_path / "data.csv"
    file.write_text("x\n" + "".join(f"{i}\n" for i in range(50)) + "not known\n", encoding="utf-8")
    with pytest.raises(RemedyError) as caught:
        read_table(file)
    assert str(caught.value).endswith(
        "correct it, or give missing=['not known'] or kinds={'x': 'category'}"
    )
    for argument, value in caught.value.remedies.items():
        assert read_table(file, **{argument: value}).num_rows == 51
