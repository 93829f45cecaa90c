/** Who spent how much, on which tables, and inside which samples. */
import type { BudgetReportJson } from '../../../src/service/contract/budget.ts';
import { epsilonText, percent, short } from '../parts/numbers.ts';
import { WideTable } from '../parts/wide-table.tsx';

interface ShareRow {
  readonly name: string;
  readonly spent: BudgetReportJson['spent'];
  readonly limit: BudgetReportJson['byAnalyst'][number]['limit'];
}

interface SharesProps {
  readonly title: string;
  readonly heading: string;
  readonly empty: string;
  readonly rows: readonly ShareRow[];
  /** A concentrated budget counts two sums. */
  readonly countsRho: boolean;
}

export const Shares = ({ title, heading, empty, rows, countsRho }: SharesProps) => (
  <section className="card">
    <h2>{title}</h2>
    {rows.length === 0 ? (
      <p className="small">{empty}</p>
    ) : (
      <WideTable label={`${title}, as a table`}>
        <thead>
          <tr>
            <th>{heading}</th>
            <th className="number">Epsilon</th>
            {countsRho && <th className="number">Rho</th>}
            <th className="number">Delta</th>
            <th className="number">Limit</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, spent, limit }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="number">{spent.epsilon === null ? 'not bounded' : short(spent.epsilon)}</td>
              {countsRho && <td className="number">{short(spent.rho ?? 0)}</td>}
              <td className="number">{short(spent.delta)}</td>
              <td className="number">{limit.epsilon === null ? 'the budget' : short(limit.epsilon)}</td>
            </tr>
          ))}
        </tbody>
      </WideTable>
    )}
  </section>
);

export const Samples = ({ samples }: Pick<BudgetReportJson, 'samples'>) => (
  <section className="card">
    <h2>Samples</h2>
    {samples.length === 0 ? (
      <p className="small">
        There are no named samples. <code>TABLESAMPLE BERNOULLI (5) REPEATABLE (&apos;june&apos;)</code> draws one.
      </p>
    ) : (
      <WideTable label="Samples, as a table">
        <thead>
          <tr>
            <th>Name</th>
            <th>Scheme</th>
            <th className="number">Rate</th>
            <th className="number">Epsilon inside</th>
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
      </WideTable>
    )}
  </section>
);
