/**
 * A refusal is an expected outcome: the question breaks a rule, and the message names the rule and the way out.
 * Messages contain only public numbers. Anything else that goes wrong is a bug: see `invariant`.
 */

/** Every code a caller may meet, with the HTTP status and the exit code that HTTP and the command line answer with. */
export const refusals = {
  value_out_of_range: { status: 422, exit: 1 },
  specification_invalid: { status: 422, exit: 1 },
  specification_too_large: { status: 413, exit: 1 },
  policy_invalid: { status: 422, exit: 1 },
  policy_undecided: { status: 422, exit: 1 },
  file_unreadable: { status: 422, exit: 1 },
  file_unwritable: { status: 422, exit: 1 },
  relation_unsupported: { status: 422, exit: 1 },
  sampling_unsupported: { status: 422, exit: 1 },
  sampling_unsound: { status: 422, exit: 1 },
  size_not_public: { status: 422, exit: 1 },
  interval_unavailable: { status: 422, exit: 1 },
  calibration_impossible: { status: 422, exit: 1 },
  cap_needed: { status: 422, exit: 1 },
  cap_exhausted: { status: 409, exit: 1 },
  charge_above_limit: { status: 422, exit: 1 },
  delta_needed: { status: 422, exit: 1 },
  rho_unsupported: { status: 422, exit: 1 },
  source_unreadable: { status: 422, exit: 1 },
  source_mismatch: { status: 422, exit: 1 },
  key_not_unique: { status: 422, exit: 1 },
  driver_missing: { status: 501, exit: 1 },
  engine_failed: { status: 503, exit: 1 },
  cancelled: { status: 499, exit: 1 },
  budget_exhausted: { status: 409, exit: 1 },
  in_progress: { status: 409, exit: 1 },
  idempotency_mismatch: { status: 409, exit: 1 },
  hold_lost: { status: 409, exit: 1 },
  policy_changed: { status: 409, exit: 1 },
  unit_changed: { status: 409, exit: 1 },
  accounting_changed: { status: 409, exit: 1 },
  size_unknown: { status: 409, exit: 1 },
  version_superseded: { status: 409, exit: 1 },
  grant_needed: { status: 409, exit: 1 },
  ledger_locked: { status: 503, exit: 1 },
  ledger_unwritable: { status: 503, exit: 1 },
  ledger_damaged: { status: 503, exit: 1 },
  ledger_rolled_back: { status: 503, exit: 1 },
  ledger_newer: { status: 503, exit: 1 },
  ledger_unsupported: { status: 422, exit: 1 },
  ledger_pooled: { status: 503, exit: 1 },
  ledger_moved: { status: 503, exit: 1 },
  ledger_arriving: { status: 503, exit: 1 },
  ledger_not_empty: { status: 409, exit: 1 },
  key_file_missing: { status: 422, exit: 1 },
  key_file_exposed: { status: 503, exit: 1 },
  key_file_differs: { status: 503, exit: 1 },
  sample_needs_key: { status: 422, exit: 1 },
  sample_unknown: { status: 422, exit: 1 },
  sample_differs: { status: 409, exit: 1 },
  sample_retired: { status: 409, exit: 1 },
  sample_version: { status: 409, exit: 1 },
  sample_key_missing: { status: 503, exit: 1 },
  size_differs: { status: 409, exit: 1 },
  version_needed: { status: 422, exit: 1 },
  source_changed: { status: 409, exit: 1 },
  anchor_missing: { status: 503, exit: 1 },
  sql_syntax: { status: 400, exit: 1 },
  sql_unsupported: { status: 422, exit: 1 },
  sql_too_large: { status: 413, exit: 1 },
  not_yet_supported: { status: 501, exit: 1 },
  release_unsafe: { status: 422, exit: 1 },
  release_repeated: { status: 409, exit: 1 },
  certificate_mismatch: { status: 409, exit: 1 },
  table_empty: { status: 422, exit: 1 },
  unknown_table: { status: 422, exit: 1 },
  unknown_column: { status: 422, exit: 1 },
  name_taken: { status: 422, exit: 1 },
  type_mismatch: { status: 422, exit: 1 },
  join_unsupported: { status: 422, exit: 1 },
  bound_missing: { status: 422, exit: 1 },
  overflow_possible: { status: 422, exit: 1 },
  keys_not_public: { status: 422, exit: 1 },
  too_many_groups: { status: 422, exit: 1 },
  plan_invalid: { status: 422, exit: 1 },
  workload_mixed: { status: 422, exit: 1 },
  not_composable: { status: 422, exit: 1 },
  plan_too_large: { status: 413, exit: 1 },
  token_missing: { status: 401, exit: 1 },
  token_invalid: { status: 401, exit: 1 },
  token_expired: { status: 401, exit: 1 },
  role_insufficient: { status: 403, exit: 1 },
  rate_limited: { status: 429, exit: 1 },
  route_unknown: { status: 404, exit: 1 },
  job_unknown: { status: 404, exit: 1 },
  job_committed: { status: 409, exit: 1 },
  body_invalid: { status: 400, exit: 1 },
  body_too_large: { status: 413, exit: 1 },
  campaign_invalid: { status: 422, exit: 1 },
  campaign_unknown: { status: 404, exit: 1 },
  ticket_invalid: { status: 403, exit: 1 },
  report_malformed: { status: 400, exit: 1 },
  report_differs: { status: 409, exit: 1 },
  round_not_open: { status: 409, exit: 1 },
  round_not_closed: { status: 409, exit: 1 },
  reports_differ: { status: 409, exit: 1 },
  too_few_reports: { status: 409, exit: 1 },
  totals_impossible: { status: 409, exit: 1 },
  aggregator_unreachable: { status: 503, exit: 1 },
  store_unusable: { status: 503, exit: 1 },
  noise_key_missing: { status: 503, exit: 1 },
  store_outdated: { status: 503, exit: 1 },
  flags_conflict: { status: 400, exit: 1 },
  usage: { status: 400, exit: 2 },
} as const satisfies Record<string, { status: number; exit: number }>;

/** All refusal codes. */
export type RefusalCode = keyof typeof refusals;

/** An expected outcome of bad input: a code, and a sentence with the rule and the way out. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    // a code alone helps nobody
    invariant(message !== '', `a refusal says its rule: ${code}`);
    super(message);
    this.code = code;
  }
}

/** Refuses with a code and one sentence: the rule, then the way out. */
export function refuse(code: RefusalCode, message: string): never {
  throw new Refusal(code, message);
}

/** A fault of this program, never of its input. */
export class Fault extends Error {
  override readonly name = 'Fault';
}

/** States what must hold here whatever the input; anything else is a bug and stops the work. */
export function invariant(condition: boolean, claim: string): asserts condition {
  if (!condition) throw new Fault(`This should never happen: ${claim}`);
}
