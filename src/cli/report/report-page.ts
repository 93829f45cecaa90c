/** A report as one page: everything inside, nothing fetched, nothing that runs; to be read on screens and on paper, by day and by night. */
import type { AnswerRow } from '../../answer.ts';
import { drawIntervals, type IntervalRow } from '../../figure/index.ts';
import { escaped } from '../../text/index.ts';
import { describeEstimate, describeKey, printable, single } from '../estimate-text.ts';
import type { AnsweredQuestion, AskedReport } from './asked-report.ts';
import { REPORT_STYLE } from './report-style.ts';
import { costWords, dataWords, limitedWords, privacyWords, readingWords } from './report-words.ts';

export const reportPage = (asked: AskedReport): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${safe(asked.report.title)}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<header>
<h1>${safe(asked.report.title)}</h1>
${paragraphs(asked.report.text)}
<p class="data">${escaped(dataWords(asked))}.</p>
</header>
<main>
${asked.questions.map((question, place) => questionSection(question, asked.report.questions[place])).join('\n')}
</main>
<section class="about">
<h2>How to read the numbers</h2>
${list(readingWords(asked))}
<h2>What this report cost</h2>
${list(costWords(asked))}
<h2>What is promised to the people in the data</h2>
${list(privacyWords(asked))}
<h2>What was limited</h2>
${limitations(limitedWords(asked))}
<h2>The questions in SQL</h2>
<ol>${asked.report.questions.map(({ sql }) => `<li><pre>${safeLines(sql)}</pre></li>`).join('\n')}</ol>
<p class="receipt">Ledger entry ${asked.entry}, head <code>${escaped(asked.head)}</code></p>
</section>
</body>
</html>
`;

/** Whatever others wrote: no markup, and nothing that a terminal or a reader's eye would obey. */
const safe = (text: string): string => escaped(printable(text));

const safeLines = (text: string): string => text.split(/\r?\n/).map(safe).join('\n');

/** An empty line parts paragraphs. */
const paragraphs = (text = ''): string =>
  text
    .split(/(?:\r?\n\s*){2,}/)
    .filter(part => part.trim() !== '')
    .map(part => `<p>${part.split(/\r?\n/).map(safe).join('<br>')}</p>`)
    .join('\n');

const list = (items: readonly string[]): string =>
  `<ul>${items.map(item => `<li>${escaped(item)}</li>`).join('\n')}</ul>`;

const limitations = (words: readonly string[]): string =>
  words.length === 0 ? '<p>Nothing: these questions read no value that has bounds.</p>' : list(words);

interface Introduced {
  readonly text?: string;
  readonly chart?: boolean;
}

const questionSection = (question: AnsweredQuestion, { text, chart = true }: Introduced): string =>
  `<section>
<h2>${safe(question.title)}</h2>
${paragraphs(text)}
${question.keys.length === 0 ? cards(question) : `${chart ? charts(question) : ''}${tableOf(question)}`}
</section>`;

/** One number, or a few, each with its interval in words. */
const cards = ({ rows: [row], values }: AnsweredQuestion): string =>
  row === undefined
    ? `<p>${NONE}</p>`
    : `<div class="cards">${values
        .map(({ name }) => {
          const [estimate, interval] = describeEstimate(single(row.values[name]));
          return `<div><span class="name">${safe(name)}</span><strong>${safe(estimate)}</strong><span>${safe(intervalWords(interval))}</span></div>`;
        })
        .join('')}</div>`;

const NONE = 'No group is left to show: none was large enough, or HAVING and LIMIT left out all.';

const intervalWords = (interval: string): string => {
  const [low, high] = interval.split(' to ');
  return high === undefined ? interval : `probably between ${low} and ${high}`;
};

/** More lines would not be compared. */
const CHART_ROWS = 30;
const CHARTS = 4;

function charts({ title, rows, keys, values }: AnsweredQuestion): string {
  if (rows.length < 2) return '';
  const shown = rows.slice(0, CHART_ROWS);
  const drawn = values.slice(0, CHARTS).flatMap(({ name }) => {
    const chart = drawIntervals({
      title: printable(`${title}, ${name}`),
      rows: shown.map(row => chartRow(row, keys, name)),
    });
    return chart === undefined ? [] : [`<figure><figcaption>${safe(name)}</figcaption>${chart}</figure>`];
  });
  const more =
    rows.length > CHART_ROWS ? `<p>The charts show the first ${CHART_ROWS} of ${number(rows)} groups.</p>` : '';
  return drawn.length === 0 ? '' : `${drawn.join('\n')}\n${more}`;
}

function chartRow(row: AnswerRow, keys: readonly string[], name: string): IntervalRow {
  const label = keys.map(key => describeKey(row.key[key])).join(', ');
  const released = single(row.values[name]);
  const [note] = describeEstimate(released);
  // a date has no place on an axis of numbers
  if (typeof released.estimate !== 'number') return { label, note };
  if (!('interval95' in released) || released.interval95 === null) return { label, estimate: released.estimate };
  const [lower, upper] = released.interval95;
  return { label, estimate: released.estimate, lower, upper };
}

/** Longer tables are for programs: --json has all rows. */
const TABLE_ROWS = 1000;

function tableOf({ rows, keys, values }: AnsweredQuestion): string {
  if (rows.length === 0) return `<p>${NONE}</p>`;
  const head = [
    ...keys.map(key => `<th scope="col" class="key">${safe(key)}</th>`),
    ...values.flatMap(({ name }) => [`<th scope="col">${safe(name)}</th>`, '<th scope="col">95 % interval</th>']),
  ];
  const lines = rows.slice(0, TABLE_ROWS).map(
    row =>
      `<tr>${keys.map(key => `<th scope="row" class="key">${escaped(describeKey(row.key[key]))}</th>`).join('')}${values
        .flatMap(({ name }) => describeEstimate(single(row.values[name])))
        .map(cell => `<td>${safe(cell)}</td>`)
        .join('')}</tr>`,
  );
  const more =
    rows.length > TABLE_ROWS
      ? `<p>The first ${TABLE_ROWS.toLocaleString('en-US')} of ${number(rows)} groups are shown.</p>`
      : '';
  return `<div class="wide"><table><thead><tr>${head.join('')}</tr></thead><tbody>\n${lines.join('\n')}\n</tbody></table></div>${more}`;
}

const number = (rows: readonly unknown[]): string => rows.length.toLocaleString('en-US');
