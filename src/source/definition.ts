/** A policy written in code: checked like a file, and known to the compiler down to its columns. Runs in browsers too. */
import { frozen } from '../json/index.ts';
import { checkPolicy } from './policy-check.ts';
import type { PolicyInput } from './policy-input.ts';

/** Checks a policy and returns it frozen. Paths are relative to `relativeTo`, usually `import.meta.url`. */
export function definePolicy<const P extends PolicyInput>(policy: P): P {
  checkPolicy(policy);
  return frozen(structuredClone(policy));
}
