/** A policy that passes, as text. */

/** One entry a line, so that a test can say on which line a refusal points. */
export const POLICY = `{
  "source": { "engine": "duckdb", "path": "data/visits.parquet", "version": "2026-11" },
  "tables": {
    "visits": {
      "unit": "patient_id",
      "rowsPerUnit": 10,
      "columns": {
        "age": { "type": "integer", "min": 0, "max": 120, "perUnit": true },
        "ward": { "type": "category", "values": ["A", "B", "C"] },
        "cost": { "type": "number", "min": 0, "max": 10000, "step": 0.01 },
        "seen": { "type": "date", "min": "2020-01-01", "max": "2026-12-31" },
        "at": { "type": "timestamp", "min": "2020-01-01T00:00:00Z", "max": "2026-12-31T23:59:59.5+01:00" },
        "town": { "type": "text" },
        "urgent": { "type": "boolean" }
      }
    },
    "wards": {
      "public": true,
      "key": "ward",
      "columns": { "ward": { "type": "text" }, "floor": { "type": "integer" } }
    }
  },
  "budget": { "epsilon": 2, "delta": 1e-6 },
  "analysts": { "ada": { "epsilon": 0.5 } },
  "ledger": "sqlite:visits.ledger"
}
`;

/** The policy with one piece of its text exchanged. */
export function but(piece: string, other: string): string {
  if (!POLICY.includes(piece)) throw new Error(`the policy does not hold ${piece}`);
  return POLICY.replace(piece, other);
}
