"""The connection to a service. It needs nothing but Python's own library."""

import http.client
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Dict, List, Optional, Sequence, Union, cast

from .answer import PrivateAnswer
from .contract import Answer, Budget, Explanation, FoundBounds, PastQuestion, Sample, Table

#: A number, or its decimal digits as text where a float would round them.
Amount = Union[float, int, str]

_LOOPBACK = {"127.0.0.1", "::1", "localhost"}
_PAUSES = (0.5, 2.0)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the token to whatever address it names."""

    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirects)


class Refused(Exception):
    """The service refused. `code` is one of the codes of the reference; the message names the rule and the way out."""

    def __init__(self, code: str, message: str, status: int) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.status = status


class Unreachable(Exception):
    """No reply. Ask again with the same `idempotency_key`: the question is charged once."""

    def __init__(self, message: str, idempotency_key: Optional[str]) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key


class Sortition:
    """A service, for whoever the token belongs to.

    The token is read from the variable SORTITION_TOKEN unless it is given. Over plain HTTP it would be readable by
    everybody on the way, so an address beyond this machine needs https.
    """

    def __init__(self, address: str, token: Optional[str] = None, timeout: float = 120.0) -> None:
        parts = urllib.parse.urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("The address of a service looks like https://privacy.example.org.")
        if parts.scheme == "http" and parts.hostname not in _LOOPBACK:
            raise ValueError("The token would cross the network readable by anybody: use an https address.")
        shown = token if token is not None else os.environ.get("SORTITION_TOKEN")
        if not shown:
            raise ValueError("Give a token, or set SORTITION_TOKEN. The data owner makes one: sortition token create.")
        self._address = address.rstrip("/")
        self._token = shown
        self._timeout = timeout

    def ask(
        self,
        sql: str,
        epsilon: Optional[Amount] = None,
        delta: Optional[Amount] = None,
        *,
        rho: Optional[Amount] = None,
        inner_epsilon: Optional[Amount] = None,
        interval_share: Optional[Amount] = None,
        fresh: bool = False,
        idempotency_key: Optional[str] = None,
    ) -> PrivateAnswer:
        """Asks, and is charged at most `epsilon` and `delta`, or `rho` instead of both under a concentrated budget.

        The same question again is answered from the record, free of charge; `fresh` pays for new noise. A reply that is
        lost on the way is fetched again under the same idempotency key, so that nothing is charged twice.
        """
        body = _question(sql, epsilon, delta, rho, inner_epsilon, interval_share)
        if fresh:
            body["fresh"] = True
        key = idempotency_key or str(uuid.uuid4())
        return PrivateAnswer(cast(Answer, self._post("/v1/ask", body, key)))

    def explain(
        self,
        sql: str,
        epsilon: Optional[Amount] = None,
        delta: Optional[Amount] = None,
        *,
        rho: Optional[Amount] = None,
        inner_epsilon: Optional[Amount] = None,
        interval_share: Optional[Amount] = None,
        rates: Optional[Sequence[float]] = None,
    ) -> Explanation:
        """What the question would cost and how far its answer would err. Nothing is charged, and no data are read."""
        body = _question(sql, epsilon, delta, rho, inner_epsilon, interval_share)
        if rates is not None:
            body["rates"] = list(rates)
        return cast(Explanation, self._post("/v1/explain", body, None))

    def bounds(
        self,
        table: str,
        column: str,
        epsilon: Optional[Amount] = None,
        delta: Optional[Amount] = None,
        *,
        rho: Optional[Amount] = None,
        fresh: bool = False,
        idempotency_key: Optional[str] = None,
    ) -> FoundBounds:
        """Sensible bounds of a column for the policy, found with noise and charged like any question."""
        body: Dict[str, Any] = {"table": table, "column": column}
        given = {"epsilon": epsilon, "delta": delta, "rho": rho}
        body.update({name: amount for name, amount in given.items() if amount is not None})
        if fresh:
            body["fresh"] = True
        return cast(FoundBounds, self._post("/v1/bounds", body, idempotency_key or str(uuid.uuid4())))

    def budget(self) -> Budget:
        """What was spent, and what is left."""
        return cast(Budget, self._get("/v1/budget"))

    def tables(self) -> List[Table]:
        """What may be asked about: tables, columns and their public bounds."""
        return cast(List[Table], self._get("/v1/tables")["tables"])

    def samples(self) -> List[Sample]:
        """The samples that are kept, and what was spent on each."""
        return cast(List[Sample], self._get("/v1/samples")["samples"])

    def history(self) -> List[PastQuestion]:
        """Your last questions, newest first."""
        return cast(List[PastQuestion], self._get("/v1/questions")["questions"])

    def _get(self, path: str) -> Any:
        return self._send("GET", path, None, None)

    def _post(self, path: str, body: Dict[str, Any], key: Optional[str]) -> Any:
        return self._send("POST", path, json.dumps(body).encode(), key)

    def _send(self, method: str, path: str, body: Optional[bytes], key: Optional[str]) -> Any:
        headers = {"authorization": f"Bearer {self._token}", "accept": "application/json"}
        if body is not None:
            headers["content-type"] = "application/json"
        if key is not None:
            headers["idempotency-key"] = key
        request = urllib.request.Request(self._address + path, data=body, headers=headers, method=method)
        for pause in (*_PAUSES, None):
            try:
                with _OPENER.open(request, timeout=self._timeout) as reply:
                    return json.load(reply)
            except urllib.error.HTTPError as refusal:
                refused = _refused(refusal)
                if refused.code != "in_progress" or pause is None:
                    raise refused from None
            except (urllib.error.URLError, http.client.HTTPException, TimeoutError, ConnectionError) as lost:
                if pause is None:
                    raise Unreachable(f"The service did not reply: {lost}", key) from lost
            time.sleep(pause)
        raise AssertionError("the last try returns or raises")


def _question(
    sql: str,
    epsilon: Optional[Amount],
    delta: Optional[Amount],
    rho: Optional[Amount],
    inner_epsilon: Optional[Amount],
    interval_share: Optional[Amount],
) -> Dict[str, Any]:
    body: Dict[str, Any] = {"sql": sql}
    if epsilon is not None:
        body["epsilon"] = epsilon
    if delta is not None:
        body["delta"] = delta
    if rho is not None:
        body["rho"] = rho
    if inner_epsilon is not None:
        body["inner"] = {"epsilon": inner_epsilon}
    if interval_share is not None:
        body["interval"] = {"share": interval_share}
    return body


def _refused(reply: urllib.error.HTTPError) -> Refused:
    try:
        problem = json.load(reply)
        return Refused(str(problem["code"]), str(problem["detail"]), reply.code)
    except (ValueError, KeyError, TypeError):
        return Refused("unknown", f"The service answered with status {reply.code}.", reply.code)
