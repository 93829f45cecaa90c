/**
 * Rejection, the one place where samplers start over.
 */

/** Repeats until something is given. Attempts are alike and independent: this is one attempt, given that it gives. */
export function firstKept<Value>(attempt: () => Value | undefined): Value {
  for (;;) {
    const value = attempt();
    if (value !== undefined) return value;
  }
}
