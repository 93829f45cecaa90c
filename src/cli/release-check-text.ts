/** The check of a sample for the custodian: what it tells at most, and by which values. */
import type { Check } from '../release/index.ts';
import { atLeast, atMost } from './digits.ts';
import { valueText } from './release-text.ts';
import { table } from './table.ts';

export const describeCheck = (found: Check, unknownRows: number): string =>
  [
    verdictText(found, unknownRows),
    'For the custodian only: this shows raw counts. Nothing here may be published.',
    table([
      ['', 'table', 'sample'],
      [found.unit === null ? 'rows' : 'people', String(found.rows), String(found.sampleRows)],
      ['distinct combinations', String(found.distinct), String(found.sampleDistinct)],
    ]),
    worstText(found),
    MEANING,
  ].join('\n\n');

function verdictText({ verdict, ratio, allowed, unit }: Check, unknownRows: number): string {
  const [one, several] = unit === null ? ['row', 'rows'] : ['person', 'people'];
  const rows = unknownRows === 1 ? `an unknown ${one}` : `${unknownRows} unknown ${several}`;
  const most = Number(allowed.toPrecision(12));
  const finding =
    ratio === null
      ? `The sample rules out some values of ${rows} altogether`
      : `The sample changes an attacker's odds about ${rows} at most ${atMost(ratio)}-fold`;
  return `${verdict === 'good' ? 'GOOD' : 'BAD'}. ${finding}; ${most}-fold is allowed.`;
}

function worstText({ worst, unit }: Check): string {
  const rows = worst.map(({ value, count, shown }) => [
    `  ${valueText(value)}`,
    String(count),
    String(shown),
    atLeast(shown / count),
  ]);
  return `Combinations with the largest published share\n${table([['  combination', unit === null ? 'rows' : 'people', 'published', 'share'], ...rows])}`;
}

const MEANING = [
  'The guarantee holds only if a draw is published whatever it shows. Withholding a sample because this check failed, or',
  'redrawing until one passes, reveals more than a bad sample: check samples drawn by others, or already published.',
].join('\n');
