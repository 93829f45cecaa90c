/** The last line of a run, in the form that any build server reads: `N passed, N failed`. Skipped tests are named before it. */
import type { Reporter, TestModule } from 'vitest/node';

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    const skipped: string[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        count[state] += 1;
        if (state === 'skipped' || state === 'pending')
          skipped.push(`skipped: ${test.fullName} (${module.relativeModuleId})`);
      }
      if (!module.ok() && module.errors().length > 0) count.failed += 1;
    }
    const counted = `${count.passed} passed, ${count.failed} failed`;
    const closing = skipped.length > 0 ? `${counted}, ${skipped.length} skipped` : counted;
    process.on('exit', () => console.log([...skipped, closing].join('\n')));
  }
}
