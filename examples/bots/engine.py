#!/usr/bin/env python3
"""An engine with a protocol of its own, for `wrapped_engine.py`: it prefers to buy, and otherwise takes as many colors as it can."""

import sys

for line in sys.stdin:
    moves = line.removeprefix("go ").strip().split("|")
    print("bestmove", max(moves, key=lambda move: (move.startswith("buy"), move.startswith("take"), len(move))), flush=True)
