/** One built file for each door of the package; dependencies stay outside. */
import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    'accounting/index': 'src/accounting/index.ts',
    'random/index': 'src/random/index.ts',
    'collect/client/index': 'src/collect/client/index.ts',
    'cli/main': 'src/cli/main.ts',
    'forecast/simulation-worker': 'src/forecast/simulation-worker.ts',
    'service/computing/thread': 'src/service/computing/thread.ts',
  },
  format: 'esm',
  platform: 'neutral',
  external: /^node:/,
  target: 'es2023',
  dts: true,
  fixedExtension: false,
});
