/**
 * Rejection, the one place where samplers start over.
 */

/** Repeats the attempt until it gives something: attempts are alike and independent, so this is one attempt, given that it gives. */
export function firstKept<Value>(attempt: () => Value | undefined): Value {
  for (;;) {
    const value = attempt();
    if (value !== undefined) return value;
  }
}
