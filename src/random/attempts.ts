/**
 * Rejection, the one place where samplers start over.
 */

/**
 * Repeats the attempt until it gives something.
 * Exact: attempts are independent and alike, so what is given has the distribution of one attempt that gives something.
 */
export function firstKept<Value>(attempt: () => Value | undefined): Value {
  for (;;) {
    const value = attempt();
    if (value !== undefined) return value;
  }
}
