/** Other libraries that answer privately, asked the same of the same file. */
import type { Beside } from '../measurement.ts';
import { type Environment, run } from './environment.ts';

const environment: Environment = {
  name: 'peers-ask',
  // all versions named, or pip looks for others in vain: diffprivlib reaches into parts of scikit-learn that have moved
  packages: ['opendp[polars]==0.14.2', 'diffprivlib==0.6.6', 'smartnoise-sql==1.0.10', 'scikit-learn==1.5.2'],
  modules: ['opendp', 'diffprivlib', 'snsql'],
};

/** Who knows which questions, and how many rows each is given: what keeps all rows as Python objects gets few. */
const libraries: Readonly<Record<string, { readonly rowsMax: number; readonly knowsUnits: boolean }>> = {
  opendp: { rowsMax: 50_000_000, knowsUnits: true },
  diffprivlib: { rowsMax: 50_000_000, knowsUnits: false },
  smartnoise: { rowsMax: 2_000_000, knowsUnits: true },
};

export const questionPeers = (
  question: string,
  rows: number,
  file: () => Promise<string>,
): Readonly<Record<string, () => Promise<Beside | undefined>>> =>
  Object.fromEntries(
    Object.entries(libraries)
      .filter(([, { knowsUnits }]) => knowsUnits || !question.startsWith('unit-'))
      .map(([library, { rowsMax }]) => [library, async () => asked(library, question, await file(), rows, rowsMax)]),
  );

/** Seconds for all rows: of fewer rows they are scaled, which is said. */
function asked(library: string, question: string, file: string, rows: number, rowsMax: number): Beside | undefined {
  const given = Math.min(rows, rowsMax);
  const found = run<{ seconds: number }>(environment, './ask.py', [library, question, file, String(given)]);
  if (found === undefined) return undefined;
  if (given < rows) console.error(`${library}, ${question}: ${given} rows, time scaled to ${rows}.`);
  return { seconds: (found.seconds * rows) / given };
}
