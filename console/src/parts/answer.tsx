/** An answer as a table and as a picture, with what it cost. */
import type { AnsweredJson, AnswerRowJson } from '../../../src/service/contract/answers.ts';
import { IntervalChart } from './interval-chart.tsx';
import { amountsText, figure, short } from './numbers.ts';

export function Answer({ answered }: { readonly answered: AnsweredJson }) {
  const { rows, charged, remaining, recorded, sample, entry } = answered;
  return (
    <section className="card">
      <h2>The answer</h2>
      {sample !== null && (
        <p className="small">
          From {originOf(sample)}. Estimates are for{' '}
          {sample.chosen
            ? 'these people only'
            : sample.strata === undefined
              ? 'the whole population it was drawn from'
              : sample.strata.map(strataText).join(', ')}
          .
        </p>
      )}
      <AnswerRows rows={rows} />
      <p className="small">
        {recorded ? 'Recorded answer to the same question, at no charge.' : `Charged ${amountsText(charged)}.`}{' '}
        {leftText(remaining)} is left. Entry {entry} of the ledger is the receipt.
      </p>
    </section>
  );
}

const leftText = ({ epsilon, rho }: AnsweredJson['remaining']): string =>
  `Epsilon ${short(epsilon ?? 0)}${rho === undefined ? '' : ` and rho ${short(rho)}`}`;

function originOf({ name, scheme, part = null, chosen }: NonNullable<AnsweredJson['sample']>): string {
  if (name !== null) return part === null ? `the sample ${name}` : `the part ${part} of ${name}`;
  if (part !== null) return `the part ${part}`;
  return chosen ? `a ${scheme} of everyone` : 'a sample drawn for this question alone';
}

const strataText = ({ by, values }: { readonly by: string; readonly values: readonly string[] }): string =>
  `those whose ${by} is ${values.join(' or ')}; nobody else was sampled`;

/** As a table, and where there are several as a picture. */
export function AnswerRows({ rows }: Pick<AnsweredJson, 'rows'>) {
  const keys = Object.keys(rows[0]?.key ?? {});
  const names = Object.keys(rows[0]?.values ?? {});
  return (
    <>
      <div className="wide">
        <table>
          <thead>
            <tr>
              {keys.map(key => (
                <th key={key}>{key}</th>
              ))}
              {names.map(name => (
                <th key={name} className="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={labelOf(row)}>
                {keys.map(key => (
                  <th scope="row" key={key}>
                    {String(row.key[key] ?? '(none)')}
                  </th>
                ))}
                {names.map(name => (
                  <td key={name} className="number">
                    {releasedText(row.values[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {keys.length > 0 && rows.length <= 40 && names.map(name => <Picture key={name} name={name} rows={rows} />)}
    </>
  );
}

const labelOf = ({ key }: AnswerRowJson): string =>
  Object.values(key)
    .map(value => String(value ?? '(none)'))
    .join(', ');

function releasedText(released: AnswerRowJson['values'][string]): string {
  if ('bins' in released)
    return released.bins.map(({ from, to, estimate }) => `${from} to ${to}: ${figure(estimate)}`).join('; ');
  if ('threshold' in released) return released.min === null ? 'too few to tell' : `${released.min} to ${released.max}`;
  const { estimate, interval95 } = released;
  if (estimate === null) return released.reason === 'not_drawn' ? 'not drawn' : 'too few to tell';
  const shown = typeof estimate === 'string' ? estimate : figure(estimate);
  if (interval95 !== null) return `${shown}  (${figure(interval95[0])} to ${figure(interval95[1])})`;
  const ranks = released.rankError95 ?? null;
  return ranks === null ? shown : `${shown}  (rank error at most ${figure(ranks)})`;
}

function Picture({ name, rows }: { readonly name: string; readonly rows: readonly AnswerRowJson[] }) {
  const bars = rows.flatMap(row => {
    const released = row.values[name];
    // dates are no lengths, and what is too small to tell has none
    if (!('estimate' in released) || typeof released.estimate !== 'number') return [];
    return [{ name: labelOf(row), estimate: released.estimate, interval: released.interval95 }];
  });
  return bars.length === 0 ? null : <IntervalChart title={name} bars={bars} />;
}
