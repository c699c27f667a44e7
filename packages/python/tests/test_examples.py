"""The examples in the README, in docs/python.md and in the modules run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import lapidary
import pytest
from tables import ROOT

PAGES = [ROOT / "packages/python/README.md", ROOT / "docs/python.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    known: dict[str, object] = {}
    examples = re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)
    assert examples
    for example in examples:
        exec(compile(example, page.name, "exec"), known)


@pytest.mark.parametrize("module", [module.name for module in pkgutil.iter_modules(lapidary.__path__)])
def test_the_examples_of_a_module_run(module: str) -> None:
    result = doctest.testmod(importlib.import_module(f"lapidary.{module}"))
    assert result.failed == 0


def test_the_examples_of_the_package_run() -> None:
    assert doctest.testmod(lapidary).failed == 0
