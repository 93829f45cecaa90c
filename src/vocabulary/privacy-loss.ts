/** A privacy loss in plain numbers: a charge is never rounded down, what is left never up. */
export interface PrivacyLoss {
  readonly epsilon: number;
  readonly delta: number;
}

/**
 * (epsilon, delta)-differential privacy as theorems, calibration and forecasts speak of it. It has the components of a loss by
 * chance: what else a ledger may count is no part of the definition.
 */
export interface ApproximateGuarantee {
  readonly epsilon: number;
  readonly delta: number;
}

/** The components of a loss, each held in another way: exactly, as text, or as a limit that may be missing. */
export type LossOf<Value> = { readonly [Component in keyof PrivacyLoss]: Value };
