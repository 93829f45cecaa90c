/**
 * The bricks of the specification's schema: each states its rule in words, and tells a value that is out of
 * range apart from a value of the wrong shape, because callers answer the two differently.
 */
import * as z from 'zod/mini';

/** Lists longer than this are refused before they are read. */
const ENTRIES_MAX = 1_000_000;

/** How far the entries of a probability table may miss 1: what decimals of twelve digits can do, no more. */
const SUM_TOLERANCE = 1e-9;

/** What marks an issue as a number out of range. */
export const outOfRange = { outOfRange: true };

/** A number that keeps a rule. `z.number` is not used: it would call NaN and infinity a wrong shape. */
const number = (rule: string, holds: (value: number) => boolean) =>
  z
    .custom<number>(value => typeof value === 'number', {
      abort: true,
      error: ({ input }) => (input === undefined ? `is missing; it must be ${rule}` : `must be ${rule}`),
    })
    .check(z.refine(holds, { error: ({ input }) => `is ${input}; it must be ${rule}`, params: outOfRange }))
    // for descriptions: of a check by hand they would only know that it is anything
    .register(z.globalRegistry, { type: 'number', description: rule });

export const anyReal = number('a finite number', value => Number.isFinite(value));
export const positive = number('a finite number above 0', value => value > 0 && value < Infinity);
export const atLeastZero = number('a finite number, 0 or more', value => value >= 0 && value < Infinity);
export const aboveOne = number('a finite number above 1', value => value > 1 && value < Infinity);
export const probability = number('between 0 and 1', value => value >= 0 && value <= 1);

export const integer = ({ from, to = Number.MAX_SAFE_INTEGER }: { from: number; to?: number }) =>
  number(
    to === Number.MAX_SAFE_INTEGER ? `a whole number, ${from} or more` : `a whole number from ${from} to ${to}`,
    value => Number.isInteger(value) && value >= from && value <= to,
  );

/** A list of at least one entry. Its length is checked before its entries. */
export const list = <Entry extends z.core.SomeType>(entry: Entry, entriesMax: number = ENTRIES_MAX) =>
  z.pipe(
    z.transform((entries: z.input<Entry>[], { issues }): z.input<Entry>[] => {
      if (!Array.isArray(entries)) issues.push({ code: 'custom', input: entries, message: 'must be a list' });
      else if (!(entries.length >= 1 && entries.length <= entriesMax))
        issues.push({
          code: 'custom',
          input: entries,
          message: `has ${entries.length} entries; it must have 1 to ${entriesMax}`,
          params: outOfRange,
        });
      return entries;
    }),
    z.array(entry),
  );

/** Probabilities that sum to 1. */
export const table = list(probability).check(
  z.refine(entries => Math.abs(entries.reduce((sum, entry) => sum + entry, 0) - 1) <= SUM_TOLERANCE, {
    error: `must sum to 1, within ${SUM_TOLERANCE}; divide each entry by their sum`,
    params: outOfRange,
  }),
);
