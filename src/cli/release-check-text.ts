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
      ['distinct values', String(found.distinct), String(found.sampleDistinct)],
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
      ? `It rules out some value of ${rows} altogether`
      : `It makes some value of ${rows} ${atMost(ratio)} times likelier than another, and none more`;
  return `${verdict === 'good' ? 'GOOD' : 'BAD'}. ${finding}; ${most} times is allowed.`;
}

function worstText({ worst, unit }: Check): string {
  const rows = worst.map(({ value, count, shown }) => [
    `  ${valueText(value)}`,
    String(count),
    String(shown),
    atLeast(shown / count),
  ]);
  return `Values of which the largest share is shown\n${table([['  value', unit === null ? 'rows' : 'people', 'shown', 'share'], ...rows])}`;
}

const MEANING = [
  'A draw keeps its promise by being published whatever it shows. To withhold it because this check failed, or to draw',
  'until one passes, tells more than a bad sample does: check what others drew, or what is public already.',
].join('\n');
