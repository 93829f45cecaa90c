/**
 * The bricks of the policy's schema. Each states its rule once: the refusal and the published JSON Schema both say it.
 */
import * as z from 'zod/mini';
import { isSpeakable } from '../json/index.ts';

/** What JSON Schema says about a brick, kept apart from zod's global registry. */
export const published = z.registry<Record<string, unknown>>();

/** A value that keeps a rule; `json` is as much of the rule as JSON Schema can say. */
export function ruled<Value>(
  holds: (value: unknown) => value is Value,
  rule: string,
  json: Readonly<Record<string, unknown>>,
) {
  const brick = z.custom<Value>(holds, {
    error: ({ input }) => (input === undefined ? `is missing; it must be ${rule}` : `must be ${rule}`),
  });
  published.add(brick, { ...json, description: rule });
  return brick;
}

/** An entry that may be left out, with a sentence for whoever writes a policy in an editor. */
export function optional<Brick extends z.ZodMiniType>(brick: Brick, about: string) {
  const { description: rule, ...json } = published.get(brick) ?? {};
  const copy = z.clone(brick);
  published.add(copy, { ...json, description: rule === undefined ? about : `${about} ${sentence(String(rule))}` });
  return z.exactOptional(copy);
}

const sentence = (rule: string): string => `${rule.charAt(0).toUpperCase()}${rule.slice(1)}.`;

/** An object of these keys and no other. */
export const entry = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: issue =>
      issue.code === 'unrecognized_keys'
        ? `is not a known key here; the keys are ${Object.keys(shape).join(', ')}`
        : `must be an object with the keys ${Object.keys(shape).join(', ')}`,
  });

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '' && isSpeakable(value);

const NAME_RULE = 'a text of at least one character, well-formed and without NUL';

/** Names given by the custodian, each with an entry; at least one. */
export const named = <Entry extends z.core.SomeType>(value: Entry, what: string) => {
  const key = z.string().check(z.refine(isName, { error: NAME_RULE }));
  const record = z.record(key, value, { error: `must be an object: ${what} by name` });
  return record.check(
    z.refine(entries => Object.keys(entries).length > 0, { error: `is empty; it must name at least one of ${what}` }),
  );
};

/** For an object that is told from its siblings by one key. */
export const choice = (key: string): z.core.$ZodDiscriminatedUnionParams => ({
  error: issue =>
    issue.code === 'invalid_union' && Array.isArray(issue.options)
      ? `must be one of ${issue.options.map(String).join(', ')}`
      : `must be an object with the key ${key}`,
});

export const name = ruled(isName, NAME_RULE, { type: 'string', minLength: 1 });

export const text = (rule: string, pattern: RegExp) =>
  ruled((value): value is string => isName(value) && pattern.test(value), rule, {
    type: 'string',
    pattern: pattern.source,
  });
