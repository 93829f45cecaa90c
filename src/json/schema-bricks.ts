/** Bricks of schemas for data from outside: each says its rule in words, which a refusal repeats behind the place. */
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
