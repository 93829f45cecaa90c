/** The loop while one writes: stations that need no engine, server, browser or process, without the suites that take seconds. */
import { defineConfig } from 'vitest/config';

const STATIONS =
  'vocabulary,json,numerics,random,amounts,accounting,source,plan,query,sql,noise,ledger,statistical,figure,thread,http';

export default defineConfig({
  test: {
    include: [`src/{${STATIONS}}/**/*.test.ts`],
    reporters: ['default', './test/support/closing-line.ts'],
    testTimeout: 60_000,
    maxWorkers: '100%',
    isolate: false,
  },
});
