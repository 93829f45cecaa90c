/**
 * Statements of some engines can be read by others while they run, and the secret of a kept sample stands in the one that draws it.
 * So there it is drawn once, into a table of its own, unless the owner signs that nobody else sees statements.
 */
import type { PlanDraw } from '../plan/index.ts';
import type { Policy } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';

export function checkSecretsHidden(draws: readonly PlanDraw[], { source }: Policy): void {
  if (source.engine !== 'trino' || source.queriesHidden || !draws.some(isKept)) return;
  if (source.scratch !== undefined && source.version !== undefined) return;
  refuse(
    'sampling_unsupported',
    'Kept samples and splits of Trino tables are drawn once into a table of their own, because others may be able to read the statements of the server. Add "scratch" and "version" to the source, or sign "queriesHidden": true if nobody else can; samples without a name need neither.',
  );
}

/** Drawn by a key that later questions use again. */
const isKept = ({ random, name, kind }: PlanDraw): boolean => random && (name !== null || kind === 'split');
