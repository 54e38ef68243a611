"""Run `python -m benchmarks [NAME …] [--json]`: measure, and say of each ratio whether its bound holds."""

import argparse
import dataclasses
import json
import os
import sys
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from benchmarks import encoding_scores, exporting, heatmap, large, playing, stalls, starting, tables
from benchmarks.measure import Record

MEASURES: tuple[Callable[[], Record], ...] = (
    heatmap.heatmap_edit,
    heatmap.heatmap_edit_large,
    heatmap.heatmap_frame_bare,
    playing.playing,
    playing.playing_bare,
    starting.first_frame,
    exporting.export_without_qt,
    exporting.list_encodings,
    tables.table_full,
    tables.table_copy,
    large.raster_large,
    large.memory_large,
    encoding_scores.encoding_scores,
    stalls.slider_stall,
)


def main() -> int:
    """Measure what was asked for; gives 0 where all bounds hold, else 1."""
    names = [measure.__name__ for measure in MEASURES]
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Speed as ratios.")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"which to measure: {', '.join(names)}; all by default"
    )
    parser.add_argument("--json", action="store_true", help="print the records as JSON")
    args = parser.parse_args()
    for name in args.names:
        if name not in names:
            parser.error(f"unknown measure {name}; known: {', '.join(names)}")
    records = [measure() for measure in MEASURES if not args.names or measure.__name__ in args.names]
    if args.json:
        print(json.dumps([dataclasses.asdict(record) | {"holds": record.holds} for record in records], indent=2))
    else:
        for record in records:
            print(in_words(record))
    return 0 if all(record.holds for record in records) else 1


def in_words(record: Record) -> str:
    """One line for people."""
    parts = ", ".join(
        f"{name} {value:.4g}" if isinstance(value, float) else f"{name} {value}" for name, value in record.parts.items()
    )
    verdict = "holds" if record.holds else "FAILS"
    return f"{record.name}: {record.ratio:.2f} ({record.sense} {record.bound:g}: {verdict}; {parts})"


if __name__ == "__main__":
    sys.exit(main())
