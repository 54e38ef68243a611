"""A fresh document, and what was refused."""

import pytest

from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.engine.errors import UserError


@pytest.fixture
def store() -> Store:
    return Store(Document())


@pytest.fixture
def reported() -> list[UserError]:
    """Errors end up here when a test gives `reported.append` as the reporter."""
    return []
