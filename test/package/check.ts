/** Checks that are counted: each prints its name and, when it fails, why. */

/** Runs one check; what it returns when it passes, or undefined. */
export type Check = <Value>(name: string, run: () => Value | Promise<Value>) => Promise<Value | undefined>;

export function counting(): { check: Check; closingLine: { failed: () => number; text: () => string } } {
  let passed = 0;
  let failed = 0;
  const check: Check = async (name, run) => {
    try {
      const value = await run();
      passed += 1;
      console.log(`ok      ${name}`);
      return value;
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${name}\n${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  };
  return { check, closingLine: { failed: () => failed, text: () => `${passed} passed, ${failed} failed` } };
}
