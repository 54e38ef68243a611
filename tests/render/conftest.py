"""A painter on a widget that is shown."""

import pytest
from pytestqt.qtbot import QtBot
from shown import Shown, make_shown


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    return make_shown(qtbot)
