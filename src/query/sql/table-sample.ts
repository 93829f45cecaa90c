/** TABLESAMPLE: a sample of people by its method, and by its public name where REPEATABLE gives one. */
import type { Node, RangeTableSample } from 'libpg-query';
import { samples } from '../../plan/operators/index.ts';
import { percent } from '../literal.ts';
import { constant } from './constant.ts';
import type { From } from './names.ts';
import { bodyOf, namesIn } from './node.ts';
import { placed, refuseAt, unsupported } from './place.ts';

const written = Object.entries<(typeof samples)[keyof typeof samples]>(samples).flatMap(([kind, { tableSample }]) =>
  tableSample === undefined ? [] : [{ kind, ...tableSample }],
);

/** How the schemes are written, those by a rate first; rates are percent, as in SQL. */
const METHODS = written
  .flatMap(one => ('method' in one ? [one] : []))
  .sort((one, other) => (one.number === other.number ? 0 : one.number === 'percent' ? -1 : 1));

/** Other methods that people know, and what comes closest. */
const CLOSEST: Readonly<Record<string, string>> = {
  system: 'it samples blocks of rows, not people; write BERNOULLI(percent)',
  systematic: 'systematic sampling has no bounded price; write BERNOULLI(percent)',
  system_rows: 'it samples blocks of rows, not people; write FIXED(number)',
  reservoir: 'write FIXED(number)',
  replacement: 'this version cannot sample with replacement; write FIXED(number)',
  cluster: 'this version cannot sample clusters; write BERNOULLI(percent)',
  ...Object.fromEntries(written.flatMap(one => ('instead' in one ? [[one.kind, one.instead] as const] : []))),
};

const ALL = `write ${METHODS.map(({ method, number }) => `${method.toUpperCase()}(${number})`)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' or ')}`;

export function sampled(text: string, from: From, node: Node, body: RangeTableSample): From {
  const { args = [], repeatable } = body;
  const method = namesIn(body.method)?.join('.') ?? '';
  const make = METHODS.find(one => one.method === method);
  const closest = Object.hasOwn(CLOSEST, method) ? CLOSEST[method] : ALL;
  if (make === undefined) return unsupported(text, node, `TABLESAMPLE ${method.toUpperCase()}`, closest);
  const [first, second] = args;
  const number = first === undefined || second !== undefined ? undefined : numberIn(text, first);
  if (number === undefined) return unsupported(text, first ?? node, 'this size of a sample', ALL);
  const scheme = placed(text, first, () => make.scheme(make.number === 'percent' ? percent(number) : number));
  return { ...from, input: { kind: 'sample', input: from.input, scheme, name: nameOf(text, repeatable) } };
}

function numberIn(text: string, node: Node): string | undefined {
  const written = bodyOf(node, 'A_Const');
  if (written === undefined || (written.ival === undefined && written.fval === undefined)) return undefined;
  const { expression } = constant(text, node, written);
  return expression.kind === 'literal' ? String(expression.value) : undefined;
}

/** Not a seed: nobody but the owner of the data chooses who is drawn, and even they do not know. */
function nameOf(text: string, node: Node | undefined): string | null {
  if (node === undefined) return null;
  const name = bodyOf(node, 'A_Const')?.sval?.sval;
  return name !== undefined
    ? name
    : refuseAt(
        'sql_unsupported',
        text,
        node,
        "REPEATABLE takes the public name of a sample in quotes, such as 'june', not a seed",
      );
}
