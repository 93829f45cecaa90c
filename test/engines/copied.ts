/** The engine of a copy of a plan's last draw, and what a question on it is asked with. */
import type { Engine } from '../../src/engine/index.ts';
import { type CheckedPlan, drawsOf } from '../../src/plan/index.ts';
import { unitsQuery } from '../../src/sql/index.ts';
import type { Secrets } from './results.ts';

export interface Copied {
  readonly engine: Engine | undefined;
  readonly secrets: Secrets;
}

export async function copied(engine: Engine, checked: CheckedPlan, name: string, secrets: Secrets): Promise<Copied> {
  const held = drawsOf(checked).length - 1;
  const units = unitsQuery(checked, { dialect: engine.dialect, catalogue: engine.catalogue, ...secrets }, held);
  return {
    engine: await engine.copy({ table: checked.table, name, state: 'now', holds: () => true, units }),
    secrets: { ...secrets, held },
  };
}
