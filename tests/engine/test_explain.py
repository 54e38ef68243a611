"""The formula that is written out for a cell says what the table says."""

import re

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import grids, sinusoidal_params

from posenc_gui.engine.encoding import Cell
from posenc_gui.engine.encodings import sinusoidal
from posenc_gui.engine.encodings.sinusoidal import SINUSOIDAL, SinusoidalParams, explain, note
from posenc_gui.engine.grid import Grid

NUMBER = r"-?[\d.]+(?:e[+-]?\d+)?"
FORMULA = re.compile(
    rf"PE\[(?P<position>\d+), (?P<dimension>\d+)\] = (?P<function>sin|cos)"
    rf"\((?P<row>-?\d+)(?: · (?P<factor>{NUMBER}))? / (?P<base>{NUMBER})\^\((?P<above>\d+)/(?P<below>\d+)\)\)"
    rf" = (?P=function)\((?P<angle>{NUMBER})\) = (?P<value>{NUMBER})"
)


def test_the_cell_of_the_start_up_document_is_written_out() -> None:
    assert (
        explain(SinusoidalParams(), Grid(), Cell(12, 7)) == "PE[12, 7] = cos(12 / 10000^(6/64)) = cos(5.0604) = 0.3410"
    )


@given(sinusoidal_params(largest_first=1000), grids(), st.data())
def test_every_number_in_the_text_is_that_of_the_table(
    params: SinusoidalParams, grid: Grid, data: st.DataObject
) -> None:
    position = data.draw(st.integers(0, grid.length - 1))
    dimension = data.draw(st.integers(0, grid.d_model - 1))
    text = explain(params, grid, Cell(position, dimension))
    value = sinusoidal.evaluate(params, grid).values[position, dimension]
    if sinusoidal.waves(params, grid).pair_of(dimension) is None:
        assert text == f"PE[{position}, {dimension}] = 0 (the column of zeros that an odd width leaves)"
        assert value == 0
        return
    found = FORMULA.fullmatch(text)
    assert found is not None, text
    assert (int(found["position"]), int(found["dimension"])) == (position, dimension)
    assert int(found["row"]) == position + params.first_position
    assert abs(float(found["value"]) - value) <= 0.5e-4 + 1e-12
    assert float(found["base"]) == pytest.approx(params.base, rel=1e-11)
    assert float(found["factor"] or 1) == pytest.approx(params.min_timescale, rel=1e-5)


@given(sinusoidal_params(largest_first=1000), grids(), st.data())
def test_formula_as_written_gives_the_angle_and_value_as_written(
    params: SinusoidalParams, grid: Grid, data: st.DataObject
) -> None:
    """Compute what the text says, with the factor at full precision, and meet the text's own results."""
    position = data.draw(st.integers(0, grid.length - 1))
    dimension = data.draw(st.integers(0, grid.d_model - 1))
    found = FORMULA.fullmatch(explain(params, grid, Cell(position, dimension)))
    assume(found is not None)
    assert found is not None
    exponent = int(found["above"]) / int(found["below"])
    angle = int(found["row"]) * params.min_timescale / params.base**exponent
    assert float(found["angle"]) == pytest.approx(angle, rel=1e-13, abs=0.51e-4)
    # The value belongs to the angle before it was cut to four digits, and large angles are themselves rounded.
    value = np.sin(angle) if found["function"] == "sin" else np.cos(angle)
    assert float(found["value"]) == pytest.approx(value, abs=0.51e-4 + 40 * abs(angle) * np.finfo(float).eps)


def test_a_value_that_rounds_to_zero_has_no_sign() -> None:
    text = explain(SinusoidalParams(first_position=-1, min_timescale=1e-6), Grid(), Cell(0, 0))
    assert text == "PE[0, 0] = sin(-1 · 1e-06 / 10000^(0/64)) = sin(0.0000) = 0.0000"


@pytest.mark.parametrize(
    ("odd", "words"),
    [
        ("truncate", "Odd width 7: d stays in the exponent and the last pair has no second column."),
        ("pad", "Odd width 7: dimension 6 is a column of zeros."),
        ("widen", "Odd width 7: built for 8, and the last column is cut off."),
    ],
)
def test_what_an_odd_width_leads_to_is_said(odd: str, words: str) -> None:
    assert note(SinusoidalParams(odd=odd), Grid(5, 7)) == words
    assert note(SinusoidalParams(odd=odd), Grid(5, 8)) == ""


def test_the_record_speaks_for_itself() -> None:
    assert SINUSOIDAL.key == "sinusoidal"
    assert SINUSOIDAL.explain is explain
    assert all((SINUSOIDAL.title, SINUSOIDAL.summary, SINUSOIDAL.formula, SINUSOIDAL.references))
