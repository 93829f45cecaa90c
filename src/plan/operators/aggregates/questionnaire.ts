/** Collects what the aggregates of one question need: a statistic that several use is asked, and paid for, once. */
import { rational } from '../../../numerics/index.ts';
import type { CheckedGrouping, EngineStatistic, PlannedMechanism, Sensitivity } from '../../checked-plan.ts';
import type { Schema } from '../../columns.ts';
import { checkExpression } from '../../expressions/check-expression.ts';
import { canonicalJson } from '../../identity.ts';
import { resolutionFor } from '../resolution.ts';
import {
  checkProduct,
  inResolution,
  type PerRow,
  productSensitivity,
  quantileSensitivity,
  tallySensitivity,
  totalSensitivity,
  unitsSensitivity,
} from '../sensitivity.ts';
import type { AggregateContext, Wanted } from './question.ts';

/** Where the aggregates stand: on the rows of a table, in groups, at most k rows' worth of a unit. */
export interface AggregateSetting {
  readonly schema: Schema;
  readonly grouping: CheckedGrouping;
  readonly rowsPerUnit: bigint;
  readonly rowsAreUnits: boolean;
}

/** A mechanism like all others. */
type Unweighted = OmitWeight<PlannedMechanism>;
type OmitWeight<Kind> = Kind extends PlannedMechanism ? Omit<Kind, 'weight'> : never;

interface Questionnaire {
  readonly question: AggregateContext;
  readonly statistics: EngineStatistic[];
  readonly mechanisms: PlannedMechanism[];
}

export function questionnaire(setting: AggregateSetting): Questionnaire {
  const statistics: EngineStatistic[] = [];
  const mechanisms: PlannedMechanism[] = [];
  const place = (wanted: Wanted): number => {
    const statistic = statisticOf(wanted, setting, statistics);
    const found = statistics.findIndex(known => canonicalJson(known) === canonicalJson(statistic));
    return found >= 0 ? found : statistics.push(statistic) - 1;
  };
  const release = (mechanism: Unweighted): number =>
    mechanisms.push(Object.freeze({ ...mechanism, weight: rational.one })) - 1;
  if (setting.grouping.kind === 'private') {
    const statistic = place({ kind: 'shown' });
    release({ kind: 'selection', statistic, sensitivity: statistics[statistic].sensitivity });
  }
  const question: AggregateContext = {
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
      return {
        statistic,
        mechanism: release({
          kind: 'quantile',
          statistic,
          rank,
          sensitivity: inResolution(sensitivity, statistics[statistic].resolution),
        }),
      };
    },
  };
  return { question, statistics, mechanisms };
}

function statisticOf(wanted: Wanted, setting: AggregateSetting, known: readonly EngineStatistic[]): EngineStatistic {
  const plain = sensitivityOf(wanted, setting, known);
  const resolution = resolutionOf(wanted, plain, setting, known);
  const sensitivity = inResolution(plain, resolution);
  if (wanted.kind === 'product') checkProduct(sensitivity);
  if (!('of' in wanted)) return Object.freeze({ ...wanted, sensitivity, resolution });
  const { low, high, step } = wanted.of.domain;
  return Object.freeze({ kind: wanted.kind, of: wanted.of, low, high, step, sensitivity, resolution });
}

function sensitivityOf(
  wanted: Wanted,
  { grouping, rowsPerUnit }: AggregateSetting,
  known: readonly EngineStatistic[],
): Sensitivity {
  switch (wanted.kind) {
    case 'rows':
      return totalSensitivity({ low: 0n, high: 1n }, grouping, rowsPerUnit);
    case 'units':
    case 'shown':
      return unitsSensitivity(grouping);
    case 'total':
    case 'weighted':
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

/** Whole numbers do where no unit adds a fraction. */
function resolutionOf(
  wanted: Wanted,
  { addRemove }: Sensitivity,
  { grouping, rowsAreUnits }: AggregateSetting,
  known: readonly EngineStatistic[],
): bigint {
  if (wanted.kind === 'product') return wanted.factors.map(place => known[place].resolution).reduce((a, b) => a * b);
  if (rowsAreUnits || !hasFractions(wanted, grouping)) return 1n;
  return resolutionFor(addRemove);
}

function hasFractions({ kind }: Wanted, { perUnit, groups, groupsPerUnit }: CheckedGrouping): boolean {
  switch (kind) {
    case 'rows':
    case 'total':
      return !perUnit;
    case 'units':
      return !perUnit && !(groups !== undefined && groups <= groupsPerUnit);
    case 'weighted':
    case 'values':
      return true;
    default:
      return false;
  }
}

/** What one row adds to a statistic of rows. */
const perRow = (statistic: EngineStatistic): PerRow =>
  'low' in statistic ? { low: statistic.low, high: statistic.high } : { low: 0n, high: 1n };
