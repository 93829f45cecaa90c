"""What the service sends. Written by `npm run docs` from the service's own schemas; do not edit."""

from typing import Any, Dict, List, Literal, TypedDict, Union


PrivacyLoss = TypedDict("PrivacyLoss", {
    "epsilon": float,
    "delta": float,
})


_CountedLoss = TypedDict("_CountedLoss", {
    "epsilon": Union[float, None],
    "delta": float,
})


class CountedLoss(_CountedLoss, TypedDict("_CountedLossOptional", {
    "rho": float,
}, total=False)):
    pass


_Estimate = TypedDict("_Estimate", {
    "estimate": Union[float, str, None],
    "standardError": Union[float, None],
    "interval95": Union[List[float], None],
})


class Estimate(_Estimate, TypedDict("_EstimateOptional", {
    "rankError95": Union[float, None],
    "reason": Literal["too_few", "not_drawn", "undefined", "unbounded"],
}, total=False)):
    pass


Bin = TypedDict("Bin", {
    "estimate": float,
    "standardError": float,
    "interval95": List[float],
    "from": float,
    "to": float,
})


Histogram = TypedDict("Histogram", {
    "bins": List[Bin],
})


_Bounds = TypedDict("_Bounds", {
    "min": Union[float, str, None],
    "max": Union[float, str, None],
    "threshold": float,
})


class Bounds(_Bounds, TypedDict("_BoundsOptional", {
    "reason": Literal["too_few"],
}, total=False)):
    pass


AnswerRow = TypedDict("AnswerRow", {
    "key": Dict[str, Union[str, float, bool, None]],
    "values": Dict[str, Union[Estimate, Histogram, Bounds]],
})


Strata = TypedDict("Strata", {
    "by": str,
    "values": List[str],
})


_AnswerSample = TypedDict("_AnswerSample", {
    "name": Union[str, None],
    "scheme": str,
    "rate": Union[float, None],
})


class AnswerSample(_AnswerSample, TypedDict("_AnswerSampleOptional", {
    "part": Union[str, None],
    "chosen": Literal[True],
    "strata": List[Strata],
}, total=False)):
    pass


_Step = TypedDict("_Step", {
    "operator": str,
    "parameters": Dict[str, Union[str, float]],
    "theorem": str,
    "epsilon": Union[float, None],
    "replace": Union[float, None],
    "delta": float,
})


class Step(_Step, TypedDict("_StepOptional", {
    "rho": float,
}, total=False)):
    pass


AnswerDerivation = TypedDict("AnswerDerivation", {
    "plan": Any,
    "policy": str,
    "steps": List[Step],
})


Answer = TypedDict("Answer", {
    "rows": List[AnswerRow],
    "charged": CountedLoss,
    "inner": CountedLoss,
    "remaining": CountedLoss,
    "sample": Union[AnswerSample, None],
    "recorded": bool,
    "entry": int,
    "head": str,
    "derivation": AnswerDerivation,
})


_FoundBounds = TypedDict("_FoundBounds", {
    "min": Union[float, str, None],
    "max": Union[float, str, None],
    "threshold": float,
    "charged": CountedLoss,
    "remaining": CountedLoss,
    "recorded": bool,
    "entry": int,
    "head": str,
})


class FoundBounds(_FoundBounds, TypedDict("_FoundBoundsOptional", {
    "reason": Literal["too_few"],
}, total=False)):
    pass


ExplanationNoise = TypedDict("ExplanationNoise", {
    "statistics": List[str],
    "values": List[str],
    "share": float,
    "noise": Union[str, None],
    "scale": Union[float, None],
})


ExplanationError = TypedDict("ExplanationError", {
    "noise": Dict[str, float],
    "sampling": Union[Dict[str, float], None],
    "likely": Dict[str, float],
})


ExplanationOtherRate = TypedDict("ExplanationOtherRate", {
    "rate": float,
    "inner": CountedLoss,
    "error": ExplanationError,
})


_Explanation = TypedDict("_Explanation", {
    "charged": CountedLoss,
    "inner": CountedLoss,
    "remaining": Union[CountedLoss, None],
    "steps": List[Step],
    "noises": List[ExplanationNoise],
    "error": ExplanationError,
    "otherRates": List[ExplanationOtherRate],
    "recorded": bool,
    "sql": str,
})


class Explanation(_Explanation, TypedDict("_ExplanationOptional", {
    "sum": Union[Literal["epsilon", "rho"], None],
}, total=False)):
    pass


Limit = TypedDict("Limit", {
    "epsilon": Union[float, None],
    "delta": Union[float, None],
})


AnalystShare = TypedDict("AnalystShare", {
    "spent": CountedLoss,
    "limit": Limit,
    "analyst": str,
})


TableShare = TypedDict("TableShare", {
    "spent": CountedLoss,
    "limit": Limit,
    "table": str,
})


Sample = TypedDict("Sample", {
    "name": str,
    "scheme": str,
    "rate": Union[float, None],
    "spent": PrivacyLoss,
    "retired": bool,
})


Budget = TypedDict("Budget", {
    "budget": CountedLoss,
    "spent": CountedLoss,
    "remaining": CountedLoss,
    "byAnalyst": List[AnalystShare],
    "byTable": List[TableShare],
    "samples": List[Sample],
    "entries": int,
    "head": str,
})


_Column = TypedDict("_Column", {
    "name": str,
    "type": str,
    "perUnit": bool,
})


class Column(_Column, TypedDict("_ColumnOptional", {
    "values": List[str],
    "min": str,
    "max": str,
    "step": str,
}, total=False)):
    pass


_Table = TypedDict("_Table", {
    "name": str,
    "columns": List[Column],
    "public": bool,
})


class Table(_Table, TypedDict("_TableOptional", {
    "key": str,
    "unit": Union[str, None],
    "rowsPerUnit": float,
    "rowsPerGroup": Union[float, None],
    "neighbours": str,
    "approximateUnits": Union[float, None],
}, total=False)):
    pass


Tables = TypedDict("Tables", {
    "tables": List[Table],
})


Samples = TypedDict("Samples", {
    "samples": List[Sample],
})


PastQuestion = TypedDict("PastQuestion", {
    "entry": int,
    "at": str,
    "analyst": str,
    "tables": List[str],
    "question": Any,
    "words": str,
    "charged": CountedLoss,
    "answers": Union[List[List[AnswerRow]], None],
})


PastQuestions = TypedDict("PastQuestions", {
    "questions": List[PastQuestion],
})
