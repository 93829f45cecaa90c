/** The verdict on a release, the rate that the custodian tries, and the values that cost most. */
import { useState } from 'react';
import type { Audited } from '../../../src/service/contract/releases.ts';
import type { AuditBody } from '../api.ts';
import { LineChart } from './line-chart.tsx';
import { figure, percent, short } from './numbers.ts';
import { ListSlider } from './slider.tsx';
import { WideTable } from './wide-table.tsx';

interface Props {
  readonly audited: Audited;
  readonly body: AuditBody;
}

export function ReleaseVerdict({ audited, body }: Props) {
  return (
    <>
      <section className="card">
        <h2>
          {audited.exactRate * audited.rows >= 1
            ? `At most ${percent(audited.exactRate)} of the rows may be published`
            : 'No rate is safe'}
        </h2>
        <p>{audited.reason}</p>
        <p className="small">
          This page shows raw counts and is for the custodian only. A rate chosen from the data reveals something about
          them; name a rate in advance and check it here. The published theorem would allow{' '}
          {percent(audited.theoremRate)}.
        </p>
        <Classes audited={audited} />
      </section>
      <Rates audited={audited} body={body} />
      <Worst worst={audited.worst} />
      <Suggestions suggestions={audited.suggestions} />
    </>
  );
}

/** Rare values are what harms: one row of them in a sample may point to a person. */
function Classes({ audited: { rare, infrequent, common, distinct, anonymity, unique } }: Pick<Props, 'audited'>) {
  const classes = [
    { name: 'rare', count: rare },
    { name: 'infrequent', count: infrequent },
    { name: 'common', count: common },
  ];
  return (
    <>
      <svg
        className="classes"
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        role="img"
        aria-label="Shares of the classes"
      >
        {classes.map(({ name, count }, place) => {
          const before = classes.slice(0, place).reduce((sum, one) => sum + one.count, 0);
          return (
            <rect
              key={name}
              className={name}
              x={(100 * before) / distinct}
              width={(100 * count) / distinct}
              height={6}
            />
          );
        })}
      </svg>
      <ul className="legend">
        {classes.map(({ name, count }) => (
          <li key={name} className={name}>
            {figure(count)} {name} {count === 1 ? 'value' : 'values'}
          </li>
        ))}
      </ul>
      <p className="small">
        {figure(distinct)} values in all; the rarest occurs {anonymity === 1 ? 'once' : `${figure(anonymity)} times`}{' '}
        (the k of k-anonymity), {figure(unique)} occur once.
      </p>
    </>
  );
}

function Rates({ audited: { curve, exactRate }, body }: Props) {
  const start = curve.findLastIndex(({ rate }) => rate <= exactRate);
  const [place, setPlace] = useState(Math.max(0, start));
  const chosen = curve[place];
  if (chosen === undefined) return null;
  const isSafe = chosen.delta <= body.delta;
  return (
    <section className="card">
      <h2>Try a rate</h2>
      <ListSlider
        label="Rate"
        choices={curve.map(({ rate }) => rate)}
        place={place}
        show={percent}
        onPlace={setPlace}
      />
      <p role="status">
        <strong>{isSafe ? 'Safe' : 'Unsafe'}</strong>: a draw breaks the guarantee with probability{' '}
        {short(chosen.delta)}; {short(body.delta)} is accepted.
      </p>
      <LineChart
        summary="The probability of a broken guarantee grows with the sampling rate"
        x={{ label: 'sampling rate', log: true, domain: [curve[0].rate, 1], show: percent }}
        y={{ label: 'probability of a broken guarantee', log: true, domain: [1e-6, 1], show: short }}
        lines={[
          { name: 'this table', points: curve.map(({ rate, delta }) => [rate, delta] as const) },
          { name: 'accepted', dashed: true, points: curve.map(({ rate }) => [rate, body.delta] as const) },
        ]}
        mark={{ at: [chosen.rate, chosen.delta], name: 'the rate above' }}
        look={{ place, onPlace: setPlace }}
      />
    </section>
  );
}

/** Rows of a person that are alike are shown once. */
function named(value: Audited['worst'][number]['value']): string {
  const rows = [value].flat().map(row =>
    Object.entries(row)
      .map(([column, cell]) => `${column} ${cell ?? '(none)'}`)
      .join(', '),
  );
  return [...new Set(rows)]
    .map(row => [rows.filter(one => one === row).length, row] as const)
    .map(([times, row]) => (times === 1 ? row : `${times} rows of ${row}`))
    .join('; ');
}

function Worst({ worst }: Pick<Audited, 'worst'>) {
  if (worst.length === 0) return null;
  return (
    <section className="card">
      <h2>Riskiest combinations</h2>
      <WideTable label="Riskiest combinations, as a table">
        <thead>
          <tr>
            <th>Value</th>
            <th className="number">{Array.isArray(worst[0].value) ? 'People' : 'Rows'}</th>
            <th className="number">Without it, safe rate +</th>
          </tr>
        </thead>
        <tbody>
          {worst.map(({ value, count, costsRate }) => (
            <tr key={named(value)}>
              <th scope="row" className="words">
                {named(value)}
              </th>
              <td className="number">{figure(count)}</td>
              <td className="number">{percent(costsRate)}</td>
            </tr>
          ))}
        </tbody>
      </WideTable>
    </section>
  );
}

function Suggestions({ suggestions }: Pick<Audited, 'suggestions'>) {
  if (suggestions.length === 0) return null;
  return (
    <section className="card">
      <h2>What would help</h2>
      <ul>
        {suggestions.map(({ column, rule, exactRate, distinct }) => (
          <li key={`${column} ${rule}`}>
            <code>
              {column}={rule}
            </code>{' '}
            leaves {figure(distinct)} values, and {percent(exactRate)} may be published.
          </li>
        ))}
      </ul>
      <p className="small">Choose rules from public knowledge, not after looking at which values are rare.</p>
    </section>
  );
}
