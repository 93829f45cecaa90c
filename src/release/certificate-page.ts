/** A certificate as one page to be read and printed: everything inside, nothing fetched. */

import { escaped } from '../text/index.ts';
import type { Certificate, EarlierDraw } from './certificate-contents.ts';
import { atMost } from './certificate-words.ts';

export const certificatePage = (certificate: Certificate): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Certificate of ${escaped(certificate.output.file)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<p class="kind">Certificate of a published random sample</p>
<h1>${escaped(certificate.output.file)}</h1>
<p class="lead">${escaped(lead(certificate))}</p>
</header>
<section><h2>What is promised</h2>${paragraphs(certificate.says)}</section>
<section><h2>What is not promised</h2>${list(certificate.saysNot)}</section>
<section><h2>Parameters</h2>${facts(parameters(certificate))}</section>
<section><h2>Draws from this table</h2>${draws(certificate)}</section>
<section><h2>To be checked by anybody</h2>${facts(checks(certificate))}</section>
<footer>Made by sortition ${escaped(certificate.program.version)} on ${escaped(dayOf(certificate.at))}. This page says nothing about the table but what is promised above; how large the sample is can be counted in the file.</footer>
</body>
</html>
`;

const lead = ({ table, promise, unit, at }: Certificate): string =>
  `A random sample of the ${unit === null ? 'rows' : 'people'} of the table ${table}, drawn once on ${dayOf(at)} ${
    promise.kind === 'table'
      ? 'under a promise that was established for this table. It is not differentially private.'
      : 'and differentially private.'
  }`;

type Fact = readonly [name: string, value: string];

function parameters({ columns, unit, rate, rateFromData, promise }: Certificate): readonly Fact[] {
  const written = columns.map(({ name, rules }) => (rules.length === 0 ? name : `${name} (${rules.join(', ')})`));
  return [
    ['Published columns', written.join('; ')],
    [
      'Who is protected',
      unit === null
        ? 'each row by itself'
        : `each person, as named by ${unit}, with all their rows; published numbers of people are new`,
    ],
    [
      'Rate',
      `${rate}, ${rateFromData ? 'read off the table and rounded down: see above' : 'named before the table was judged'}`,
    ],
    ...(promise.kind === 'table'
      ? ([
          ['Epsilon', `${promise.epsilon}: a factor of ${promise.factor}`],
          ['Delta', String(promise.delta)],
          ['Unknown rows', String(promise.unknownRows)],
        ] as const)
      : ([
          ['Epsilon', `${promise.epsilon}; at most ${atMost(promise.replace.epsilon)} for a person who is replaced`],
          ['Delta', `at most ${atMost(promise.delta)}`],
          ['Threshold', `${promise.threshold}: what fewer in the sample had was left out`],
        ] as const)),
  ];
}

const checks = ({ output, schema, ledger, program }: Certificate): readonly Fact[] => [
  ['SHA-256 of the sample', output.sha256],
  ['SHA-256 of the columns of the table', schema],
  ['Entry of the ledger', String(ledger.entry)],
  ['Hash of the ledger at that entry', ledger.head],
  ['Program', `${program.name} ${program.version}`],
];

function draws({ reason, earlier }: Certificate): string {
  const own = reason === null ? '' : `<p>Why there is another draw: ${escaped(reason)}</p>`;
  if (earlier.length === 0) return `<p>This is the first one that its ledger knows.</p>${own}`;
  const rows = earlier.map(earlierRow).join('');
  return `${own}<table><tr><th>entry</th><th>drawn on</th><th>rate</th><th>reason</th><th>file</th></tr>${rows}</table>`;
}

const earlierRow = ({ entry, at, rate, reason, output }: EarlierDraw): string =>
  `<tr>${[
    String(entry),
    dayOf(at),
    rate,
    reason ?? 'the first',
    output === null ? 'never finished' : `SHA-256 ${output.slice(0, 16)}…`,
  ]
    .map(cell => `<td>${escaped(cell)}</td>`)
    .join('')}</tr>`;

const dayOf = (at: string): string => `${at.slice(0, 10)}, ${at.slice(11, 16)} UTC`;

const paragraphs = (texts: readonly string[]): string => texts.map(text => `<p>${escaped(text)}</p>`).join('');

const list = (texts: readonly string[]): string =>
  `<ul>${texts.map(text => `<li>${escaped(text)}</li>`).join('')}</ul>`;

const facts = (rows: readonly Fact[]): string =>
  `<dl>${rows.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>`;

const STYLE = `
  @page { size: A4; margin: 18mm 20mm; }
  body { font: 15px/1.5 Georgia, "Times New Roman", serif; color: #1d1d1f; max-width: 46rem; margin: 2rem auto; padding: 0 1.5rem; }
  header { border-bottom: 2px solid #1d1d1f; margin-bottom: 1rem; }
  .kind { font: 600 12px/1 system-ui, sans-serif; letter-spacing: .08em; text-transform: uppercase; color: #5b5f66; margin: 0; }
  h1 { font-size: 1.7rem; margin: .4rem 0 .2rem; overflow-wrap: anywhere; }
  .lead { margin: 0 0 .8rem; font-size: 1.05rem; }
  h2 { font: 600 15px/1.3 system-ui, sans-serif; margin: 1.2rem 0 .3rem; break-after: avoid; }
  p { margin: .3rem 0 .5rem; } ul { margin: .3rem 0; padding-left: 1.2rem; } li { margin: .25rem 0; }
  dl { display: grid; grid-template-columns: 13rem 1fr; gap: .15rem 1rem; margin: .3rem 0; font: 13px/1.5 system-ui, sans-serif; }
  dt { color: #5b5f66; } dd { margin: 0; overflow-wrap: anywhere; }
  table { border-collapse: collapse; font: 13px/1.5 system-ui, sans-serif; width: 100%; }
  th, td { text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #ddd; }
  footer { border-top: 1px solid #999; margin-top: 1.4rem; padding-top: .5rem; font: 12px/1.45 system-ui, sans-serif; color: #5b5f66; }
  @media print { body { margin: 0; padding: 0; max-width: none; font-size: 10.5pt; } li, dd, tr { break-inside: avoid; } }
`;
