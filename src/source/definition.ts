/** A policy written in code: checked like a file, and known to the compiler down to its columns. Runs in browsers too. */
import { checkPolicy } from './policy-check.ts';
import type { PolicyInput } from './policy-input.ts';

/** Checks a policy and gives it back frozen. Paths are relative to `relativeTo`, which is usually `import.meta.url`. */
export function definePolicy<const P extends PolicyInput>(policy: P): P {
  checkPolicy(policy);
  return frozenCopy(policy);
}

function frozenCopy<Data>(data: Data): Data {
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return Object.freeze(data.map(frozenCopy)) as Data;
  return Object.freeze(
    Object.fromEntries(Object.entries(data).map(([key, entry]) => [key, frozenCopy(entry)])),
  ) as Data;
}
