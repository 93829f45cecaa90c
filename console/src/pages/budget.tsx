/** What is spent, by whom, on what; what is left; and whether the ledger's chain is whole. */
import { useCallback, useState } from 'react';
import type { BudgetReportJson } from '../../../src/service/contract/budget.ts';
import type { PageProps } from '../api.ts';
import { History } from '../parts/history.tsx';
import { Loading } from '../parts/loading.tsx';
import { Refusal } from '../parts/notice.tsx';
import { epsilonText, percent, short } from '../parts/numbers.ts';

export function Budget({ api }: PageProps) {
  return (
    <Loading from={api.budget}>
      {report => (
        <>
          <Meter part="epsilon" report={report} />
          {report.budget.rho !== undefined && <Meter part="rho" report={report} />}
          {report.budget.delta > 0 && <Meter part="delta" report={report} />}
          <Shares
            title="By analyst"
            empty="No analyst has asked yet."
            rows={report.byAnalyst.map(({ analyst, ...share }) => ({ name: analyst, ...share }))}
          />
          <Shares
            title="By table"
            empty="No table has been asked about yet."
            rows={report.byTable.map(({ table, ...share }) => ({ name: table, ...share }))}
          />
          <Samples samples={report.samples} />
          <History api={api} />
          <Chain api={api} report={report} />
        </>
      )}
    </Loading>
  );
}

const MEANING = {
  epsilon: (whole: number) =>
    `When all of it is spent, anyone’s odds about one person have changed at most ${Math.exp(whole).toLocaleString('en', { maximumSignificantDigits: 2 })}-fold (e to the ${short(whole)}), whatever else they know.`,
  delta: () => 'The probability that this limit fails.',
  rho: () => 'Concentrated privacy: questions are answered while either epsilon or rho is left.',
} as const;

function Meter({ part, report }: { readonly part: keyof typeof MEANING; readonly report: BudgetReportJson }) {
  const [spent, whole, left] = [report.spent, report.budget, report.remaining].map(loss => loss[part] ?? 0);
  return (
    <section className="card">
      <h2>
        {short(left)} of {short(whole)} {part} left
      </h2>
      <meter min={0} max={whole} value={spent} aria-label={`${part} spent`}>
        {percent(spent / whole)}
      </meter>
      <p className="small">
        {short(spent)} spent, {percent(spent / whole)}. {MEANING[part](whole)}
      </p>
    </section>
  );
}

interface Row {
  readonly name: string;
  readonly spent: BudgetReportJson['spent'];
  readonly limit: BudgetReportJson['byAnalyst'][number]['limit'];
}

function Shares({
  title,
  empty,
  rows,
}: {
  readonly title: string;
  readonly empty: string;
  readonly rows: readonly Row[];
}) {
  return (
    <section className="card">
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className="small">{empty}</p>
      ) : (
        <div className="wide">
          <table>
            <thead>
              <tr>
                <th>Name</th>
                <th className="number">Epsilon spent</th>
                <th className="number">Delta spent</th>
                <th className="number">Limit (epsilon)</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, spent, limit }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td className="number">{epsilonText(spent)}</td>
                  <td className="number">{short(spent.delta)}</td>
                  <td className="number">{limit.epsilon === null ? 'the budget' : short(limit.epsilon)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Samples({ samples }: Pick<BudgetReportJson, 'samples'>) {
  return (
    <section className="card">
      <h2>Samples</h2>
      {samples.length === 0 ? (
        <p className="small">
          There are no named samples. <code>TABLESAMPLE BERNOULLI (5) REPEATABLE (&apos;june&apos;)</code> draws one.
        </p>
      ) : (
        <div className="wide">
          <table>
            <thead>
              <tr>
                <th>Name</th>
                <th>Scheme</th>
                <th className="number">Rate</th>
                <th className="number">Epsilon spent inside</th>
              </tr>
            </thead>
            <tbody>
              {samples.map(({ name, scheme, rate, spent, retired }) => (
                <tr key={name}>
                  <th scope="row">
                    {name}
                    {retired && ' (retired)'}
                  </th>
                  <td>{scheme}</td>
                  <td className="number">{rate === null ? '' : percent(rate)}</td>
                  <td className="number">{epsilonText(spent)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Chain({ api, report }: PageProps & { readonly report: BudgetReportJson }) {
  const [verified, setVerified] = useState<string | null>(null);
  const [thrown, setThrown] = useState<unknown>(null);
  const verify = useCallback(() => {
    setThrown(null);
    api.verify().then(({ entries }) => setVerified(`Ledger verified: ${entries} entries.`), setThrown);
  }, [api]);
  return (
    <section className="card">
      <h2>The ledger</h2>
      <p className="small">
        {report.entries} entries in a hash chain. Head:
        <br />
        <code className="hash">{report.head}</code>
      </p>
      <button type="button" onClick={verify}>
        Verify the ledger
      </button>
      <p role="status">{verified}</p>
      {thrown !== null && <Refusal of={thrown} />}
    </section>
  );
}
