/** Bricks for nodes of a plan that comes from outside: values that keep a rule, and nodes told apart by their kind. */
import * as z from 'zod/mini';
import { exactly, isSpeakable, kinds } from '../../json/index.ts';
import type { NodeOf } from '../expressions/expression.ts';

export type NodeSchema<Value> = z.ZodMiniType<Value>;

/** A value that keeps a rule, which the refusal repeats. Rules of whole nodes see only values that keep theirs. */
export const ruled = <Value>(holds: (value: unknown) => boolean, rule: string): NodeSchema<Value> =>
  z.custom<Value>(holds, {
    abort: true,
    error: ({ input }) => (input === undefined ? `is missing; it must be ${rule}` : `must be ${rule}`),
  });

export const isText = (value: unknown): value is string => typeof value === 'string' && isSpeakable(value);

/** One spelling for each number, and none that exact arithmetic would ponder for ever. */
export const isDecimal = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 320 && /^(?!-0$)-?(0|[1-9]\d*)(\.\d*[1-9])?$/.test(value);

export const text = ruled<string>(isText, 'a well-formed text without NUL');
export const textOrNull = ruled<string | null>(value => value === null || isText(value), 'a well-formed text, or null');
export const decimal = ruled<string>(isDecimal, 'a number in plain digits, as text, such as "0.5"');
export const whole = ruled<number>(
  value => Number.isSafeInteger(value) && (value as number) >= 0,
  'a whole number, 0 or more',
);
export const truth = ruled<boolean>(value => typeof value === 'boolean', 'true or false');

export const oneOf = <const Value extends string>(...values: readonly Value[]): NodeSchema<Value> =>
  ruled((value): value is Value => values.some(each => each === value), `one of ${values.join(', ')}`);

export const listOf = <Entry>(entry: NodeSchema<Entry>): NodeSchema<readonly Entry[]> =>
  z.array(entry, { error: 'must be a list' });

/** A brick for every key but the kind. */
export type Shape<Data> = { readonly [Key in Exclude<keyof Data, 'kind'>]: NodeSchema<Data[Key]> };
type Shapes<Node extends { readonly kind: string }> = { readonly [Kind in Node['kind']]: Shape<NodeOf<Node, Kind>> };

/** Of a table in which each kind stands with what is known of it; `more` is what all of them have. */
export const shapesOf = <Node extends { readonly kind: string }>(
  known: { readonly [Kind in Node['kind']]: { readonly shape: object } },
  more: object = {},
): Shapes<Node> =>
  Object.fromEntries(
    Object.entries<{ readonly shape: object }>(known).map(([kind, { shape }]) => [kind, { ...more, ...shape }]),
  ) as unknown as Shapes<Node>;

/** An object without a kind. */
export const record = <Data>(shape: Shape<Data>): NodeSchema<Data> => exactly(shape) as unknown as NodeSchema<Data>;

/** Nodes told apart by `kind`; a rule speaks of several keys of one node. */
export const nodes = <Node extends { readonly kind: string }>(
  shapes: Shapes<Node>,
  rules: { readonly [Kind in Node['kind']]?: z.core.$ZodCheck<NodeOf<Node, Kind>> } = {},
): NodeSchema<Node> => {
  const options = (Object.keys(shapes) as Node['kind'][]).map(kind => {
    const option = exactly({ kind: z.literal(kind), ...shapes[kind] });
    const rule = rules[kind] as z.core.$ZodCheck<object> | undefined;
    return rule === undefined ? option : option.check(rule);
  });
  return z.discriminatedUnion('kind', options as never, kinds);
};
