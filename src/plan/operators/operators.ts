/** All operators by name; one line each is all that the passes over a table need. */

import type { PlanTable } from '../plan.ts';
import { derive } from './derive.ts';
import { join } from './join.ts';
import type { Operator } from './operator.ts';
import { part } from './part.ts';
import { perUnit } from './per-unit.ts';
import { project } from './project.ts';
import { sample } from './sample.ts';
import { scan } from './scan.ts';
import { unitJoin } from './unit-join.ts';
import { where } from './where.ts';

export const operators: { readonly [Kind in PlanTable['kind']]: Operator<Kind> } = {
  scan,
  where,
  derive,
  project,
  join,
  unitJoin,
  perUnit,
  sample,
  part,
};
