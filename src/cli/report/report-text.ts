/** A report on a terminal: what was written, or what it would cost. The numbers are on the page. */
import { describeSpent } from '../answer-text.ts';
import { atMost } from '../digits.ts';
import { printable } from '../estimate-text.ts';
import { table } from '../table.ts';
import type { AskedReport, ExplainedReport } from './asked-report.ts';
import { costWords, runsWords } from './report-words.ts';

export const describeReport = (asked: AskedReport, out: string): string =>
  [...costWords(asked), `Written: ${out}`].join('\n');

export function describeExplainedReport({ charged, questions, runsLeft }: ExplainedReport): string {
  const isSampled = questions.some(({ sampling }) => sampling !== null);
  const rows = questions.flatMap(({ title, values, noise, sampling }) =>
    values.map(name => [
      `${printable(title)}: ${printable(name)}`,
      Object.hasOwn(noise, name) ? atMost(noise[name]) : 'depends on the data',
      ...(isSampled ? [sampling !== null && Object.hasOwn(sampling, name) ? atMost(sampling[name]) : ''] : []),
    ]),
  );
  const header = isSampled ? ['standard error from noise', 'from sampling, at most'] : ['expected standard error'];
  return [
    ...(rows.length === 0 ? [] : [table([['value', ...header], ...rows])]),
    [
      `The report would be charged at most ${describeSpent(charged)}, all questions together. No data was read and nothing was charged.`,
      ...(runsLeft === null ? [] : [runsWords(runsLeft)]),
    ].join('\n'),
  ].join('\n\n');
}
