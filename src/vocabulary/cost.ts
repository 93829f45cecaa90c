/**
 * What a question costs under pure differential privacy, for both kinds of neighbour at once.
 * Operators map the pair spent on their result to the pair charged to their input, so pairs chain.
 */
export interface Cost {
  /** Largest |ln ratio| of answer probabilities when one unit is added or removed. */
  readonly epsilon: number;
  /** The same when one unit is replaced; between 0 and 2·epsilon. */
  readonly replace: number;
}

/** The same with the chance that the promise fails: for added or removed units, and for replaced ones. */
export interface ApproximateCost extends Cost {
  readonly delta: number;
  readonly replaceDelta: number;
}
