"""Real distributions in a real environment: built as wheels and installed by pip."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import textwrap
import venv
from collections.abc import Callable, Mapping
from pathlib import Path

import attrs
import pytest
from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[1]
SCRIPTS = {
    "boolsmith": 'exec python -m boolsmith "$@"',
    # Nothing is fetched: what a build needs is in the requirements of the tests.
    "pip": 'verb=$1; shift; exec python -m pip "$verb" -q --no-index --no-build-isolation "$@"',
}
BUILD_ALL = """
import os, sys
from hatchling.build import build_wheel
for folder in sys.argv[2:]:
    os.chdir(folder)
    build_wheel(sys.argv[1])
"""


@attrs.frozen
class Environment:
    """A virtual environment that sees this one's packages, and has more of its own."""

    python: Path

    @property
    def bin(self) -> Path:
        return self.python.parent

    @property
    def site(self) -> Path:
        home = str(self.bin.parent)
        return Path(sysconfig.get_path("purelib", "venv", vars={"base": home, "platbase": home}))

    def run(
        self, *arguments: str, cwd: Path | None = None, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("BOOLSMITH_", "PYTHON"))}
        path = os.pathsep.join([str(self.bin), os.environ["PATH"]])
        return subprocess.run(
            [str(self.python), *arguments],
            env={**clean, "PATH": path, "PYTHONIOENCODING": "utf-8", **variables},
            cwd=cwd,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    def boolsmith(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return self.run("-m", "boolsmith", *arguments, **variables)

    def plugins(self, **variables: str) -> dict:
        done = self.boolsmith("plugins", "--json", **variables)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def python_prints(self, code: str, **variables: str) -> str:
        done = self.run("-c", textwrap.dedent(code), **variables)
        assert done.returncode == 0, done.stderr
        return done.stdout


def write_distribution(folder: Path, name: str, code: str, entry_points: Mapping[str, str]) -> None:
    module = name.replace("-", "_")
    points = "".join(f'{key} = "{value}"\n' for key, value in entry_points.items())
    folder.mkdir(parents=True)
    (folder / f"{module}.py").write_text(textwrap.dedent(code), encoding="utf-8")
    (folder / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n\n'
        f'[project]\nname = "{name}"\nversion = "1.2.3"\n\n'
        f"[project.entry-points.boolsmith]\n{points}",
        encoding="utf-8",
    )


def make_environment(folder: Path) -> Environment:
    target = folder / "environment"
    venv.create(target, with_pip=False)
    python = target / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    environment = Environment(python)
    ours = sysconfig.get_path("purelib")
    (environment.site / "ours.pth").write_text(f"import site; site.addsitedir({ours!r})\n")
    for name, line in SCRIPTS.items():
        (python.parent / name).write_text(f"#!/bin/sh\n{line}\n")
        (python.parent / name).chmod(0o755)
    return environment


def install(environment: Environment, folders: list[Path], wheels: Path) -> None:
    wheels.mkdir()
    build = [sys.executable, "-c", BUILD_ALL, str(wheels), *map(str, folders)]
    subprocess.run(build, check=True, capture_output=True)
    pip = [sys.executable, "-m", "pip", "--python", str(environment.python), "install"]
    flags = ["--quiet", "--no-deps", "--no-index", "--no-compile", "--disable-pip-version-check"]
    subprocess.run([*pip, *flags, *map(str, wheels.glob("*.whl"))], check=True)


@pytest.fixture(scope="session")
def environment_with(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Environment]:
    """Gives a new environment with distributions, each as name: code or name: (code, points)."""

    def build(distributions: Mapping[str, str | tuple[str, Mapping[str, str]]]) -> Environment:
        folder = tmp_path_factory.mktemp("environment")
        for name, given in distributions.items():
            code, points = given if isinstance(given, tuple) else (given, None)
            points = points or {"plugin": name.replace("-", "_")}
            write_distribution(folder / "src" / name, name, code, points)
        environment = make_environment(folder)
        if distributions:
            install(environment, sorted((folder / "src").iterdir()), folder / "wheels")
        return environment

    return build


@pytest.fixture(scope="session")
def blocks_of() -> Callable[[str], list[dict]]:
    """Gives the code blocks of a page, named from the root, that are to be run or written."""
    return code_blocks


def code_blocks(page: str) -> list[dict]:
    blocks = []
    tokens = MarkdownIt().parse((ROOT / page).read_text(encoding="utf-8"))
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.type != "fence":
            continue
        language = token.info.split(" ")[0]
        title = re.search(r'title="([^"]+)"', token.info)
        excused = before and re.fullmatch(r"<!-- not run: .+ -->\s*", before.content)
        if title or (language in ("python", "console") and not excused):
            blocks.append(
                {
                    "page": page,
                    "line": token.map[0] + 1,
                    "language": language,
                    "title": title and title[1],
                    "text": token.content,
                }
            )
    return blocks
