"""Against a running service: SORTITION_ADDRESS and SORTITION_TOKEN say which."""

import http.server
import json
import os
import threading
import unittest

from sortition_client import PrivateAnswer, Refused, Sortition, Unreachable

try:
    import pandas
except ImportError:
    pandas = None

ADDRESS = os.environ["SORTITION_ADDRESS"]
COUNTS = "SELECT ward, count(*), avg(cost) FROM visits GROUP BY ward"


class Asking(unittest.TestCase):
    def setUp(self) -> None:
        self.desk = Sortition(ADDRESS)

    def test_an_answer_is_a_table_with_errors_and_its_cost(self) -> None:
        before = self.desk.budget()["spent"]["epsilon"]
        answer = self.desk.ask(COUNTS, epsilon=0.5)
        self.assertEqual(answer.charged, {"epsilon": 0.5, "delta": 0})
        self.assertAlmostEqual(self.desk.budget()["spent"]["epsilon"], before + 0.5)
        first = answer.records()[0]
        self.assertEqual(first["ward"], "A")
        self.assertGreater(first["count_standard_error"], 0)
        self.assertTrue(first["count_low95"] <= first["count"] <= first["count_high95"])
        self.assertIn("charged epsilon 0.5", repr(answer))
        again = self.desk.ask(COUNTS, epsilon=0.5)
        self.assertTrue(again.recorded)
        self.assertEqual(again.rows, answer.rows)
        self.assertFalse(self.desk.ask(COUNTS, epsilon=0.5, fresh=True).recorded)

    def test_a_price_is_free(self) -> None:
        before = self.desk.budget()["entries"]
        price = self.desk.explain(COUNTS, epsilon="0.25", rates=[0.1, 0.5])
        self.assertEqual(price["charged"]["epsilon"], 0.25)
        self.assertIn("count", price["error"]["noise"])
        self.assertEqual(self.desk.budget()["entries"], before)

    def test_a_refusal_has_a_code_and_a_way_out(self) -> None:
        with self.assertRaises(Refused) as caught:
            self.desk.ask(COUNTS, epsilon=1000)
        self.assertEqual(caught.exception.code, "budget_exhausted")
        with self.assertRaises(Refused) as caught:
            self.desk.ask(COUNTS, rho=0.1)
        self.assertEqual(caught.exception.code, "rho_unsupported")
        with self.assertRaises(Refused) as caught:
            Sortition(ADDRESS, token="wrong").budget()
        self.assertEqual(caught.exception.status, 401)

    def test_one_idempotency_key_is_charged_once(self) -> None:
        first = self.desk.ask(COUNTS, epsilon=0.125, fresh=True, idempotency_key="monday")
        spent = self.desk.budget()["spent"]
        again = self.desk.ask(COUNTS, epsilon=0.125, fresh=True, idempotency_key="monday")
        self.assertEqual(again.rows, first.rows)
        self.assertEqual(self.desk.budget()["spent"], spent)

    def test_bounds_are_found_and_charged(self) -> None:
        found = self.desk.bounds("visits", "cost", epsilon=0.25)
        self.assertEqual(found["charged"]["epsilon"], 0.25)
        self.assertEqual(self.desk.bounds("visits", "cost", epsilon=0.25)["recorded"], True)
        self.assertEqual((found["min"] is None), (found["max"] is None))

    def test_what_may_be_asked_and_what_was(self) -> None:
        self.desk.ask("SELECT count(*) FROM visits", epsilon=0.1)
        tables = {table["name"]: table for table in self.desk.tables()}
        self.assertIn("ward", [column["name"] for column in tables["visits"]["columns"]])
        self.assertEqual(self.desk.history()[0]["charged"]["epsilon"], 0.1)
        self.assertEqual(self.desk.samples(), [])

    @unittest.skipIf(pandas is None, "pandas is not installed")
    def test_pandas(self) -> None:
        answer = self.desk.ask(COUNTS, epsilon=0.5)
        table = answer.to_pandas()
        self.assertEqual(list(table["ward"])[:2], ["A", "B"])
        self.assertEqual(table.attrs["charged"], answer.charged)


class Records(unittest.TestCase):
    def test_bins_are_rows_and_what_is_withheld_says_why(self) -> None:
        bins = [{"from": low, "to": low + 5, "estimate": 7, "standardError": 1, "interval95": [5, 9]} for low in (0, 5)]
        withheld = {"estimate": None, "standardError": None, "interval95": [0, 100], "reason": "too_few"}
        rows = [{"key": {"ward": "A"}, "values": {"costs": {"bins": bins}, "mean": withheld}}]
        first, second = PrivateAnswer({"rows": rows}).records()
        self.assertEqual((first["costs_from"], first["costs_to"], first["costs"], first["ward"]), (0, 5, 7, "A"))
        self.assertEqual((second["costs_from"], second["mean"], second["mean_reason"]), (5, None, "too_few"))

    def test_bounds_are_two_columns(self) -> None:
        rows = [{"key": {}, "values": {"bounds_cost": {"min": 0, "max": 128, "threshold": 9}}}]
        self.assertEqual(PrivateAnswer({"rows": rows}).records(), [{"bounds_cost_min": 0, "bounds_cost_max": 128}])

    def test_an_answer_by_rho_has_no_epsilon(self) -> None:
        loss = {"epsilon": None, "delta": 0, "rho": 0.5}
        answer = PrivateAnswer({"rows": [], "charged": loss, "remaining": {**loss, "epsilon": 0}})
        self.assertEqual(repr(answer), "<PrivateAnswer of 0 rows, charged rho 0.5; epsilon 0, rho 0.5 left>")


class Connecting(unittest.TestCase):
    def test_a_token_never_crosses_a_network_in_the_open(self) -> None:
        with self.assertRaisesRegex(ValueError, "https"):
            Sortition("http://privacy.example.org", token="secret")
        with self.assertRaisesRegex(ValueError, "address"):
            Sortition("privacy.example.org", token="secret")

    def test_a_lost_reply_is_fetched_again_under_the_same_key(self) -> None:
        keys = []

        class Forgetful(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                keys.append(self.headers["idempotency-key"])
                self.rfile.read(int(self.headers["content-length"]))
                if len(keys) == 1:
                    self.close_connection = True
                    return
                body = json.dumps({"rows": [], "charged": {"epsilon": 1, "delta": 0}}).encode()
                self.send_response(200)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        server = http.server.HTTPServer(("127.0.0.1", 0), Forgetful)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            answer = Sortition(f"http://127.0.0.1:{server.server_port}", token="any").ask("SELECT 1", epsilon=1)
            self.assertEqual(answer.charged["epsilon"], 1)
            self.assertEqual(len(keys), 2)
            self.assertEqual(keys[0], keys[1])
        finally:
            server.shutdown()
            server.server_close()

    def test_a_redirect_does_not_carry_the_token_elsewhere(self) -> None:
        asked = []

        class Elsewhere(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.path)
                self.send_response(302)
                self.send_header("location", "/other")
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        server = http.server.HTTPServer(("127.0.0.1", 0), Elsewhere)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            with self.assertRaises(Refused) as caught:
                Sortition(f"http://127.0.0.1:{server.server_port}", token="any").budget()
            self.assertEqual(caught.exception.status, 302)
            self.assertEqual(asked, ["/v1/budget"])
        finally:
            server.shutdown()
            server.server_close()

    def test_silence_is_told_with_the_key(self) -> None:
        nobody = http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)
        port = nobody.server_port
        nobody.server_close()
        with self.assertRaises(Unreachable) as caught:
            Sortition(f"http://127.0.0.1:{port}", token="any").ask("SELECT 1", epsilon=1, idempotency_key="friday")
        self.assertEqual(caught.exception.idempotency_key, "friday")


if __name__ == "__main__":
    unittest.main()
