/** A case as a program that anybody can run. */
import type { Case } from '../generate/case.ts';
import { openGround } from './ground.ts';
import { ALONE, type Effort, judge, type Verdict } from './judge.ts';

export const programOf = (that: Case, effort: Effort = ALONE): string =>
  `// save it as test/referee/shown.ts and run: npx tsx test/referee/shown.ts\n` +
  `import { replay } from './privacy/program.ts';\n` +
  `await replay(${JSON.stringify(that, null, 1)}, ${JSON.stringify(effort)});`;

/** Judges one case and prints what was found. */
export async function replay(that: Case, effort: Effort = ALONE): Promise<Verdict> {
  const ground = await openGround();
  try {
    const verdict = await judge(that, ground, effort);
    console.log(verdict);
    return verdict;
  } finally {
    await ground.close();
  }
}
