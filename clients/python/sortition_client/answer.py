"""An answer as it was sent, and as a table."""

from typing import Any, Dict, List, cast

from .contract import Answer, AnswerRow, CountedLoss, Histogram


class PrivateAnswer:
    """Noisy estimates with their errors, and what they cost."""

    def __init__(self, sent: Answer) -> None:
        #: The answer as the service sent it.
        self.json = sent

    @property
    def rows(self) -> List[AnswerRow]:
        return self.json["rows"]

    @property
    def charged(self) -> CountedLoss:
        """What the protected data were charged."""
        return self.json["charged"]

    @property
    def remaining(self) -> CountedLoss:
        """What is left of the budget for you."""
        return self.json["remaining"]

    @property
    def recorded(self) -> bool:
        """Whether this is the recorded answer of the same question, free of charge."""
        return self.json["recorded"]

    def records(self) -> List[Dict[str, Any]]:
        """One flat dictionary a group, or one for each bin of a histogram.

        A value `count` becomes `count`, `count_standard_error`, `count_low95` and `count_high95`; one that is withheld
        is None and has a `count_reason`.
        """
        return [record for row in self.rows for record in _records(row)]

    def to_pandas(self) -> Any:
        """The records as a DataFrame, with `charged` and `remaining` in its `attrs`."""
        import pandas  # only whoever wants tables needs it

        table = pandas.DataFrame(self.records())
        table.attrs.update(charged=self.charged, remaining=self.remaining, recorded=self.recorded)
        return table

    def __repr__(self) -> str:
        return f"<PrivateAnswer of {len(self.rows)} rows, charged {_words(self.charged)}; {_words(self.remaining)} left>"


def _words(loss: CountedLoss) -> str:
    """No epsilon bounds an answer by rho, and only concentrated budgets count rho."""
    shown = [(name, loss.get(name)) for name in ("epsilon", "rho")]
    return ", ".join(f"{name} {amount}" for name, amount in shown if amount is not None)


def _records(row: AnswerRow) -> List[Dict[str, Any]]:
    plain: Dict[str, Any] = dict(row["key"])
    histograms: Dict[str, Histogram] = {}
    for name, value in row["values"].items():
        if "bins" in value:
            histograms[name] = cast(Histogram, value)
        elif "threshold" in value:
            plain.update(_bounds(name, value))
        else:
            plain.update(_columns(name, value))
    if not histograms:
        return [plain]
    return [
        {**plain, f"{name}_from": each["from"], f"{name}_to": each["to"], **_columns(name, each)}
        for name, histogram in histograms.items()
        for each in histogram["bins"]
    ]


def _bounds(name: str, value: Any) -> Dict[str, Any]:
    return {f"{name}_min": value["min"], f"{name}_max": value["max"]}


def _columns(name: str, value: Any) -> Dict[str, Any]:
    low, high = value["interval95"] or (None, None)
    columns = {
        name: value["estimate"],
        f"{name}_standard_error": value["standardError"],
        f"{name}_low95": low,
        f"{name}_high95": high,
    }
    if value.get("rankError95") is not None:
        columns[f"{name}_rank_error95"] = value["rankError95"]
    if "reason" in value:
        columns[f"{name}_reason"] = value["reason"]
    return columns
