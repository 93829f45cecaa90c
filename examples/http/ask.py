"""Asks a running service one question, with nothing but Python's own library.

usage: SORTITION_TOKEN=... python3 ask.py http://127.0.0.1:8765 "SELECT ward, count(*) FROM visits GROUP BY ward" 0.5
"""

import json
import os
import sys
import urllib.error
import urllib.request


def ask(address: str, sql: str, epsilon: str) -> dict:
    request = urllib.request.Request(
        f"{address}/v1/ask",
        data=json.dumps({"sql": sql, "epsilon": epsilon}).encode(),
        headers={
            "authorization": f"Bearer {os.environ['SORTITION_TOKEN']}",
            "content-type": "application/json",
        },
    )
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)


def main() -> None:
    try:
        answer = ask(*sys.argv[1:4])
    except urllib.error.HTTPError as refusal:
        problem = json.load(refusal)
        sys.exit(f"{problem['code']}: {problem['detail']}")
    for row in answer["rows"]:
        key = ", ".join(str(value) for value in row["key"].values())
        for name, released in row["values"].items():
            print(key, name, released["estimate"], released["interval95"])
    print("charged epsilon", answer["charged"]["epsilon"], "left", answer["remaining"]["epsilon"])


main()
