/** Collects what the aggregates of one question need: a statistic that several use is asked, and paid for, once. */
import { rational } from '../../../numerics/index.ts';
import type { CheckedGrouping, Mechanism, Schema, Sensitivity, Statistic } from '../../checked-plan.ts';
import { checkExpression } from '../../expressions/check-expression.ts';
import { canonicalJson } from '../../identity.ts';
import {
  type PerRow,
  productSensitivity,
  quantileSensitivity,
  tallySensitivity,
  totalSensitivity,
  unitsSensitivity,
} from '../sensitivity.ts';
import type { Question, Wanted } from './question.ts';

/** Where the aggregates stand: on the rows of a table, in groups, at most k rows of a unit. */
export interface Setting {
  readonly schema: Schema;
  readonly grouping: CheckedGrouping;
  readonly rowsPerUnit: bigint;
}

/** A mechanism like all others. */
type Unweighted = OmitWeight<Mechanism>;
type OmitWeight<Kind> = Kind extends Mechanism ? Omit<Kind, 'weight'> : never;

interface Questionnaire {
  readonly question: Question;
  readonly statistics: Statistic[];
  readonly mechanisms: Mechanism[];
}

export function questionnaire(setting: Setting): Questionnaire {
  const statistics: Statistic[] = [];
  const mechanisms: Mechanism[] = [];
  const place = (wanted: Wanted): number => {
    const statistic = statisticOf(wanted, setting, statistics);
    const found = statistics.findIndex(known => canonicalJson(known) === canonicalJson(statistic));
    return found >= 0 ? found : statistics.push(statistic) - 1;
  };
  const release = (mechanism: Unweighted): number =>
    mechanisms.push(Object.freeze({ ...mechanism, weight: rational.one })) - 1;
  if (setting.grouping.kind === 'private')
    release({
      kind: 'selection',
      statistic: place({ kind: 'units' }),
      sensitivity: unitsSensitivity(setting.grouping),
    });
  const question: Question = {
    check: expression => checkExpression(expression, setting.schema),
    noisy: wanted => {
      const statistic = place(wanted);
      const known = mechanisms.some(mechanism => mechanism.kind === 'noise' && mechanism.statistic === statistic);
      if (!known) release({ kind: 'noise', statistic, sensitivity: statistics[statistic].sensitivity });
      return statistic;
    },
    drawn: (of, rank) => {
      const statistic = place({ kind: 'values', of });
      const sensitivity = quantileSensitivity(rank, setting.grouping, setting.rowsPerUnit);
      return { statistic, mechanism: release({ kind: 'quantile', statistic, rank, sensitivity }) };
    },
  };
  return { question, statistics, mechanisms };
}

function statisticOf(wanted: Wanted, setting: Setting, known: readonly Statistic[]): Statistic {
  const sensitivity = sensitivityOf(wanted, setting, known);
  if (!('of' in wanted)) return Object.freeze({ ...wanted, sensitivity });
  const { low, high, step } = wanted.of.domain;
  return Object.freeze({ kind: wanted.kind, of: wanted.of, low, high, step, sensitivity });
}

function sensitivityOf(wanted: Wanted, { grouping, rowsPerUnit }: Setting, known: readonly Statistic[]): Sensitivity {
  switch (wanted.kind) {
    case 'rows':
      return totalSensitivity({ low: 0n, high: 1n }, grouping, rowsPerUnit);
    case 'units':
      return unitsSensitivity(grouping);
    case 'total':
      return totalSensitivity(wanted.of.domain, grouping, rowsPerUnit);
    case 'values':
      return tallySensitivity(rowsPerUnit);
    case 'product': {
      const [one, other] = wanted.factors.map(place => perRow(known[place]));
      const same = wanted.factors[0] === wanted.factors[1];
      return productSensitivity(one, same ? 'itself' : other, grouping, rowsPerUnit);
    }
  }
}

/** What one row adds to a statistic of rows. */
const perRow = (statistic: Statistic): PerRow =>
  'low' in statistic ? { low: statistic.low, high: statistic.high } : { low: 0n, high: 1n };
