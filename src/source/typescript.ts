/** A policy file as TypeScript, so that the compiler knows its tables and columns. */
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { rational } from '../numerics/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { readPolicyFile } from './policy-file.ts';
import { withPaths } from './policy-paths.ts';
import { policyText } from './policy-text.ts';
import { type Decimal, decimal, isDecimal } from './values/decimal.ts';

/** The text of a module at `out` that defines the policy of the file: paths become relative to `out`. */
export async function policyAsTypescript(file: string, out: string): Promise<string> {
  const { $schema, ...policy } = withPaths(await readPolicyFile(file), path => moved(path, file, out));
  numbersIn(policy).forEach(refuseLongNumber);
  return [
    `/** Written by \`sortition types\` from ${basename(file)}: run it again when the policy changes. */`,
    `import { definePolicy } from 'sortition';`,
    '',
    `export const policy = definePolicy({\n  relativeTo: import.meta.url,${policyText(policy, keyText).slice(1)});`,
    '',
  ].join('\n');
}

function moved(path: string, from: string, to: string): string {
  if (isAbsolute(path)) return path;
  return relative(dirname(resolve(to)), resolve(dirname(from), path))
    .split(sep)
    .join('/');
}

const keyText = (key: string): string =>
  /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(key) ? key : JSON.stringify(key);

function numbersIn(value: unknown): Decimal[] {
  if (isDecimal(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

/** A number in code is a double: one that says something else there than in the file would be another policy. */
function refuseLongNumber({ text, exact, nearest }: Decimal): void {
  const inCode = decimal(String(nearest));
  if (inCode !== undefined && rational.equals(inCode.exact, exact)) return;
  refuse(
    'policy_invalid',
    `${text} has more digits than a number in code can represent. Write at most 15 in the policy.`,
  );
}
