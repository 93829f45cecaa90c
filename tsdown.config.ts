/** What is published: the whole, with one built file for each entry, and two small packages that carry a part of it alone. */
import { defineConfig, type UserConfig } from 'tsdown';
import { bundledLicences } from './scripts/bundled-licences.ts';
import { compilerComments } from './scripts/compiler-comments.ts';

const shared: UserConfig = {
  format: 'esm',
  platform: 'neutral',
  target: 'es2023',
  dts: true,
  fixedExtension: false,
  // a package of many small ones that have no entry for modules
  inputOptions: { resolve: { mainFields: ['module', 'main'] } },
  plugins: [bundledLicences(), compilerComments()],
};

/** A part that is installed alone: what it needs of others is inside. */
const alone = (folder: string, entry: string): UserConfig => ({
  ...shared,
  entry: { index: entry },
  outDir: `${folder}/dist`,
  deps: { neverBundle: [/^node:/, '@divviup/prio3'], alwaysBundle: [/./] },
});

/**
 * A price needs none of the tables and schemas of workloads, which come through the same entry; nor a device the arithmetic. Types are
 * not split: no one loads them.
 */
const APART = [
  { name: 'vocabulary', test: /src\/vocabulary\/.*(?<!\.d)\.ts$/, priority: 1 },
  { name: 'prices', test: /src\/(numerics|accounting\/stability)\/.*(?<!\.d)\.ts$/ },
];

export default defineConfig([
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      'accounting/index': 'src/entry/accounting.ts',
      'random/index': 'src/random/index.ts',
      'collect/client/index': 'src/collect/client/index.ts',
      'cli/main': 'src/cli/main.ts',
      'forecast/simulation-worker': 'src/forecast/simulation-worker.ts',
      'ledger/sqlite/writer-thread': 'src/ledger/sqlite/writer-thread.ts',
      'service/computing/thread': 'src/service/computing/thread.ts',
    },
    deps: { neverBundle: /^node:/, alwaysBundle: /^@stdlib\// },
    outputOptions: { codeSplitting: { groups: APART } },
  },
  alone('packages/accounting', 'src/entry/accounting.ts'),
  alone('packages/collect-client', 'src/collect/client/index.ts'),
]);
