"""Write docs/encodings.md from the records of the encodings: `python docs/make_encodings.py`."""

from pathlib import Path
from typing import Any

from posenc_gui.engine.encoding import Encoding
from posenc_gui.engine.encodings import ENCODINGS
from posenc_gui.engine.params import Field, fields

PAGE = Path(__file__).with_name("encodings.md")
HEAD = """# The encodings

In teaching order. This page is made from the same records as the form and the flags: `python docs/make_encodings.py`.
"""


def page() -> str:
    """The whole page."""
    return HEAD + "".join(_part(encoding) for encoding in ENCODINGS)


def _part(encoding: Encoding[Any]) -> str:
    lines = [f"\n## {encoding.title} (`{encoding.key}`)\n", encoding.summary, f"\n    {encoding.formula}\n"]
    lines += [f"It acts: {encoding.acts}. Source: {'; '.join(encoding.references)}.\n"]
    lines += [_line(item) for item in fields(encoding.params)] or ["Nothing can be set."]
    return "\n".join(lines) + "\n"


def _line(item: Field) -> str:
    default = item.default if item.default != "" else "empty"
    flag = (item.param.flag or item.name).replace("_", "-")
    return f"- `{item.name}` ({item.param.label}, `--{flag}`): {item.param.help} " + (
        f"{item.param.range_text(item.kind).capitalize()}; {default} if not given."
    )


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
