/** One value of every group with its interval: few groups as bars with their names, many as points side by side. */
import type { AnswerRowJson } from '../../../src/service/contract/answers.ts';
import type { ChartedGroup } from '../parts/charted-groups.ts';
import { GroupBars } from '../parts/group-bars.tsx';
import { GroupPoints } from '../parts/group-points.tsx';
import { groupName, releasedWords } from './released.ts';
import { valueWords } from './value-words.ts';

const BARS_MOST = 24;

interface Props {
  readonly name: string;
  readonly keys: readonly string[];
  readonly rows: readonly AnswerRowJson[];
}

export function GroupChart({ name, keys, rows }: Props) {
  const groups = rows.flatMap(row => groupsIn(row, name));
  // one number is no picture, and dates have no length
  if (groups.length < 2 || groups.every(({ estimate }) => estimate === null)) return null;
  const groupsTitle = keys.length === 0 ? 'values' : keys.join(', ');
  const parts = { summary: `${valueWords(name)} by ${groupsTitle}`, title: valueWords(name), groupsTitle, groups };
  return groups.length <= BARS_MOST ? <GroupBars {...parts} /> : <GroupPoints {...parts} />;
}

function groupsIn(row: AnswerRowJson, name: string): readonly ChartedGroup[] {
  const released = row.values[name];
  const group = groupName(row);
  if ('bins' in released)
    return released.bins.map(({ from, to, estimate, interval95 }) => {
      const range = `${group === '' ? '' : `${group}, `}${from} to ${to}`;
      return { name: range, estimate, interval: interval95, says: `${range}: ${saidOf({ estimate, interval95 })}` };
    });
  if ('threshold' in released || typeof released.estimate === 'string') return [];
  const { estimate, interval95 } = released;
  const { estimate: shown, error, why } = releasedWords(released);
  // what is known of a group that is too small is no more than the bounds: they would only stretch the scale
  const interval = estimate === null ? null : interval95;
  return [{ name: group, estimate, interval, says: `${group}: ${shown === null ? why : `${shown} ${error}`}` }];
}

const saidOf = ({
  estimate,
  interval95,
}: {
  readonly estimate: number;
  readonly interval95: readonly number[];
}): string => {
  const { estimate: shown, error } = releasedWords({ estimate, interval95, standardError: null });
  return `${shown} ${error}`;
};
