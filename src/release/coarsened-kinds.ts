/** What kind of column is left after rules made it coarser. */
import type { CoarsenedColumn, FileColumnKind } from '../engine/index.ts';

/** A number stays one in a range and at a limit; whatever else a rule makes is a name. */
export const kindsAfter = (
  columns: readonly CoarsenedColumn[],
  kinds: ReadonlyMap<string, FileColumnKind>,
): ReadonlyMap<string, FileColumnKind> =>
  new Map(
    columns.map(({ name, rules }) => {
      const stays = rules.every(({ kind }) => kind === 'range' || kind === 'top' || kind === 'bottom');
      return [name, stays ? (kinds.get(name) ?? 'text') : 'text'] as const;
    }),
  );
