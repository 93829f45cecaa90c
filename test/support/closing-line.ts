/** The last line of a run, in the form that any build server reads: `N passed, N failed`. Skipped tests are counted aloud. */
import type { Reporter, TestModule } from 'vitest/node';

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state] += 1;
      if (!module.ok() && module.errors().length > 0) count.failed += 1;
    }
    const skipped = count.skipped + count.pending > 0 ? `, ${count.skipped + count.pending} skipped` : '';
    process.on('exit', () => console.log(`${count.passed} passed, ${count.failed} failed${skipped}`));
  }
}
