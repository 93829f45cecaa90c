/** Data from outside, read strictly: bricks of schemas that say their rule in words, which a refusal repeats behind the place. */
import * as z from 'zod/mini';

/** An object of these keys and no other. */
export const exactly = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: issue =>
      issue.code === 'unrecognized_keys'
        ? `has the unknown key "${issue.keys[0]}"; its keys are ${Object.keys(shape).join(', ')}`
        : `must be an object with the keys ${Object.keys(shape).join(', ')}`,
  });

/** The message for an object that is told from its siblings by `kind`, when there is no such kind. */
export const kinds: z.core.$ZodDiscriminatedUnionParams = {
  error: issue =>
    issue.code === 'invalid_union' && Array.isArray(issue.options)
      ? `must be one of ${issue.options.join(', ')}`
      : 'must be an object with a kind',
};

/** Places in data, as messages and drafts name them: `tables.visits.columns.age.min`. */
export type Path = readonly (string | number)[];

const PLAIN = /^[\p{L}\p{N}_$-]+$/u;

/** Names that would be misread, or that hold a line break, stand in quotes. */
export const pathText = (path: readonly PropertyKey[]): string =>
  path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`;
      const name = String(key);
      if (!PLAIN.test(name)) return `[${JSON.stringify(name)}]`;
      return index === 0 ? name : `.${name}`;
    })
    .join('');

/** Engines take text as UTF-8 that ends at NUL: what they would cut or mangle is refused. */
export const isSpeakable = (text: string): boolean => !/\p{Surrogate}|\0/u.test(text);
