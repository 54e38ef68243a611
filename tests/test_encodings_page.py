"""The page of the encodings is the one that their records make."""

import runpy
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"


def test_the_page_is_made_from_the_records() -> None:
    made = runpy.run_path(str(DOCS / "make_encodings.py"))
    assert (DOCS / "encodings.md").read_text("utf-8") == made["page"](), "run python docs/make_encodings.py"
