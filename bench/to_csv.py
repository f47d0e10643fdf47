#!/usr/bin/env python3
"""Turns what a benchmark prints into rows of a results file: to_csv.py BENCH < output >> results/DATE_MACHINE.csv

Reads one JSON object a line, or one JSON document. README.md explains the columns."""

import csv
import json
import sys

OPTIONS = {"joints", "characters", "layers", "threads", "frames", "kilobytes"}  # numbers that say what was run


def flatten(values, prefix=""):
    for key, value in values.items():
        if isinstance(value, dict):
            yield from flatten(value, prefix + key + ".")
        else:
            yield prefix + key, value


def rows_of(bench, result, case=()):
    fields = list(flatten({key: value for key, value in result.items() if key != "rows"}))
    is_option = lambda key, value: key in OPTIONS or isinstance(value, (bool, str))
    said = [*case, *(f"{key}={str(value).lower() if isinstance(value, bool) else value}"
                     for key, value in fields if is_option(key, value))]
    for key, value in fields:
        if not is_option(key, value):
            yield [bench, " ".join(said), key, value]
    for row in result.get("rows", ()):
        yield from rows_of(bench, row, said)


def main():
    text = sys.stdin.read()
    try:
        results = [json.loads(text)]
    except json.JSONDecodeError:
        results = [json.loads(line) for line in text.splitlines() if line.strip()]
    writer = csv.writer(sys.stdout, lineterminator="\n")
    for result in results:
        writer.writerows(rows_of(sys.argv[1], result))


if __name__ == "__main__":
    main()
