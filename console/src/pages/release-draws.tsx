/** Every sample that was drawn, newest first: a second one needs a reason, and nobody can take one off the list. */
import type { Draws } from '../../../src/service/contract/releases.ts';
import type { PageProps } from '../api.ts';
import { Notice } from '../parts/notice.tsx';
import { short } from '../parts/numbers.ts';
import { WideTable } from '../parts/wide-table.tsx';
import { Downloads } from './release-drawn.tsx';

export function ReleaseDraws({
  api,
  list: { draws, entries, verified, problem },
}: PageProps & { readonly list: Draws }) {
  return (
    <section className="card draws">
      <h2>Earlier draws</h2>
      {!verified && <Notice title="The hash chain of the ledger is broken">{problem}</Notice>}
      <p className="small">
        All draws in the ledger; its hash chain of {entries} entries {verified ? 'is intact' : 'is broken'}.
      </p>
      {draws.length === 0 ? (
        <p className="small">No samples yet. Each draw will be listed here, with its guarantee and its files.</p>
      ) : (
        <WideTable label="Draws">
          <thead>
            <tr>
              <th>When</th>
              <th>Of</th>
              <th className="number">Rate</th>
              <th>Guarantee</th>
              <th>Reason</th>
              <th>Files</th>
            </tr>
          </thead>
          <tbody>
            {draws.map(draw => (
              <tr key={draw.entry}>
                <td>{draw.at.slice(0, 16).replace('T', ' ')}</td>
                <th scope="row">
                  {draw.table}: {draw.columns.map(({ name }) => name).join(', ')}
                </th>
                <td className="number">{draw.rate}</td>
                <td>{promised(draw.promise)}</td>
                <td className="words">{draw.reason ?? 'the first'}</td>
                <td>{draw.file === null ? elsewhere(draw.output) : <Downloads api={api} file={draw.file} />}</td>
              </tr>
            ))}
          </tbody>
        </WideTable>
      )}
    </section>
  );
}

type Draw = Draws['draws'][number];

const promised = ({ kind, epsilon, delta }: Draw['promise']): string =>
  `ε ${short(epsilon)}, δ ${short(delta)}, for ${kind === 'table' ? 'this' : 'every'} table`;

const elsewhere = (output: Draw['output']): string => (output === null ? 'never finished' : 'kept elsewhere');
