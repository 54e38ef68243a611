"""Numbers that other people's libraries gave: the small set kept here, and the large one beside the checkout, if any.

Where the large set lies elsewhere, the environment variable POSENC_REFERENCE names its folder. To test a further kind,
call `cases("its kind")` in a parametrised test and compare with `Case.check`.
"""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

OWN = Path(__file__).parents[1] / "reference"
SHARED = Path(os.environ.get("POSENC_REFERENCE") or Path(__file__).parents[3] / "shared" / "reference")


@dataclass(frozen=True, eq=False)
class Case:
    """One call of a peer: what went in, which convention it follows, and what came out."""

    folder: Path
    entry: dict[str, Any]

    @property
    def params(self) -> dict[str, Any]:
        """The numbers that went in, by plain names."""
        return dict(self.entry["params"])

    @property
    def has(self) -> frozenset[str]:
        """Names of the arrays of this case."""
        return frozenset(self.entry["arrays"])

    def array(self, name: str) -> NDArray[Any]:
        """One of the case's arrays, inputs and outputs alike."""
        stored: NDArray[Any] = _arrays(self.folder / self.entry["file"])[self.entry["arrays"][name]["key"]]
        return stored

    def check(self, name: str, mine: NDArray[Any]) -> None:
        """Fail unless `mine` lies within the tolerance that is stated for the peer's array."""
        golden, tolerance = self.array(name), self.entry["arrays"][name]["tolerance"]
        assert mine.shape == golden.shape
        if tolerance == "exact":
            np.testing.assert_array_equal(mine, golden)
        else:
            np.testing.assert_allclose(mine, golden, **tolerance)


def every(_case: Case) -> bool:
    """Any case will do."""
    return True


def cases(*kinds: str, where: Callable[[Case], bool] = every) -> list[Any]:
    """All cases of these kinds as pytest parameters; one that is skipped where the large set is absent.

    where: which of them; the test that gives it says why the others are left out.
    """
    found = [pytest.param(case, id=f"own-{case.entry['id']}") for case in _wanted(OWN, kinds, where)]
    if "POSENC_REFERENCE" not in os.environ and not SHARED.is_dir():
        absent = pytest.mark.skip(reason="the large reference set ../shared/reference is not beside this checkout")
        return [*found, pytest.param(None, id="shared", marks=absent)]
    return [*found, *(pytest.param(case, id=case.entry["id"]) for case in _wanted(SHARED, kinds, where))]


def _wanted(folder: Path, kinds: tuple[str, ...], where: Callable[[Case], bool]) -> list[Case]:
    return [case for case in _read(folder) if case.entry["kind"] in kinds and where(case)]


@cache
def _read(folder: Path) -> tuple[Case, ...]:
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    return tuple(Case(folder, entry) for entry in manifest["cases"])


@cache
def _arrays(path: Path) -> dict[str, NDArray[Any]]:
    with np.load(path, allow_pickle=False) as stored:
        return dict(stored)
