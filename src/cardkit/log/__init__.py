"""The log of a match as text: JSON Lines, each sealed. `docs/log-format.md` describes the format.

The first line is the header. Each line ends with its seal, a keyed hash over the seal before it and the rest of the
line. So a line that is changed, missing or moved is found and named. The log holds all secrets.

Only this package knows the format. A store that keeps a log in parts calls `header_without_seed`, `with_seed`,
`lines_since`, `read_on` and `seal_of`.
"""

from cardkit.log.format import LONGEST_LINE, TAIL, seal_of
from cardkit.log.lines import ByteLines
from cardkit.log.read import LogReader, load, loads, read_on
from cardkit.log.recover import Recovered, recover, recover_from
from cardkit.log.write import dump, dumps, header_without_seed, lines_since, receipts, with_seed

__all__ = [
    "LONGEST_LINE",
    "TAIL",
    "ByteLines",
    "LogReader",
    "Recovered",
    "dump",
    "dumps",
    "header_without_seed",
    "lines_since",
    "load",
    "loads",
    "read_on",
    "receipts",
    "recover",
    "recover_from",
    "seal_of",
    "with_seed",
]
