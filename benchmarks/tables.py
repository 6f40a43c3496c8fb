"""Tables for people: plain or as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

Cell = str | int | float | None


@dataclass
class Table:
    """A titled table, with remarks below it."""

    title: str
    header: Sequence[str]
    rows: list[Sequence[Cell]] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def add(self, *cells: Cell) -> None:
        """Append a row."""
        self.rows.append(cells)

    def text(self) -> str:
        """Give the table as plain text, columns aligned."""
        lines = _aligned([self.header, *self._shown()])
        rule = "-" * max(map(len, lines))
        return "\n".join([self.title, rule, lines[0], rule, *lines[1:], rule, *self.remarks])

    def markdown(self) -> str:
        """Give the table as Markdown."""
        lines = [f"**{self.title}**", "", _piped(self.header)]
        lines.append(_piped([":--"] + ["--:"] * (len(self.header) - 1)))
        lines += [_piped(row) for row in self._shown()]
        for remark in self.remarks:
            lines += ["", remark]
        return "\n".join(lines)

    def record(self) -> dict[str, object]:
        """Give the table as an object for JSON, numbers as they are."""
        rows = [dict(zip(self.header, row, strict=True)) for row in self.rows]
        return {"title": self.title, "rows": rows, "remarks": self.remarks}

    def _shown(self) -> list[list[str]]:
        return [[show(cell) for cell in row] for row in self.rows]


def show(cell: Cell) -> str:
    """Write a number as a table has it: whole ones grouped, others to three digits or so."""
    if cell is None:
        return "-"
    if isinstance(cell, float):
        return f"{cell:,.0f}" if abs(cell) >= 1000 else f"{cell:.3g}" if cell < 1 else f"{cell:.2f}"
    return f"{cell:,}" if isinstance(cell, int) else cell


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _piped(row: Sequence[str]) -> str:
    return f"| {' | '.join(row)} |"
