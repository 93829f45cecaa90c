/** May a random sample of a table be published? The verdict first, then a rate to try, then what stands in the way. */
import { type FormEvent, useState } from 'react';
import type { Tables } from '../../../src/service/contract/budget.ts';
import type { Audited } from '../../../src/service/contract/releases.ts';
import type { AuditBody, PageProps } from '../api.ts';
import { Loading } from '../parts/loading.tsx';
import { Refusal } from '../parts/notice.tsx';
import { ReleaseVerdict } from '../parts/release-verdict.tsx';

export function Release({ api }: PageProps) {
  return <Loading from={api.tables}>{({ tables }) => <Desk api={api} tables={tables} />}</Loading>;
}

type Shown =
  | { readonly kind: 'nothing' | 'working' }
  | { readonly kind: 'audit'; readonly audited: Audited; readonly body: AuditBody }
  | { readonly kind: 'refused'; readonly thrown: unknown };

/** Rates of the curve: close together where samples are small. */
const RATES = Array.from({ length: 49 }, (_, i) => Number((10 ** (-3 + (i * 3) / 48.5)).toPrecision(3)));

function Desk({ api, tables }: PageProps & Tables) {
  const protectedTables = tables.filter(table => !table.public);
  const [name, setName] = useState(protectedTables[0]?.name ?? '');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [epsilon, setEpsilon] = useState('1');
  const [delta, setDelta] = useState('0.001');
  const [coarsen, setCoarsen] = useState('');
  const [shown, setShown] = useState<Shown>({ kind: 'nothing' });
  const table = protectedTables.find(one => one.name === name);
  const audit = (event: FormEvent) => {
    event.preventDefault();
    const rules = coarsen.trim() === '' ? {} : { coarsen };
    const body: AuditBody = { table: name, columns: chosen, epsilon, delta: Number(delta), rates: RATES, ...rules };
    setShown({ kind: 'working' });
    api.audit(body).then(
      audited => setShown({ kind: 'audit', audited, body }),
      (thrown: unknown) => setShown({ kind: 'refused', thrown }),
    );
  };
  return (
    <>
      <form className="card" onSubmit={audit}>
        <h2>What would be published?</h2>
        <div className="fields">
          <label>
            A random sample of
            <select value={name} onChange={event => setName(event.target.value)}>
              {protectedTables.map(one => (
                <option key={one.name}>{one.name}</option>
              ))}
            </select>
          </label>
          <label>
            Epsilon: no value becomes more than 1 + ε times likelier
            <input inputMode="decimal" value={epsilon} onChange={event => setEpsilon(event.target.value)} required />
          </label>
          <label>
            Delta: the chance that a draw breaks this
            <input inputMode="decimal" value={delta} onChange={event => setDelta(event.target.value)} required />
          </label>
          <label>
            Made coarser by public rules
            <input value={coarsen} placeholder="age=range:10" onChange={event => setCoarsen(event.target.value)} />
          </label>
        </div>
        <fieldset>
          <legend>Columns</legend>
          {table?.columns.map(({ name: column }) => (
            <label key={column} className="tick">
              <input
                type="checkbox"
                checked={chosen.includes(column)}
                onChange={({ target }) =>
                  setChosen(now => (target.checked ? [...now, column] : now.filter(one => one !== column)))
                }
              />
              {column}
            </label>
          ))}
        </fieldset>
        <button type="submit" disabled={chosen.length === 0}>
          May it be published?
        </button>
      </form>
      <div aria-live="polite">
        {shown.kind === 'working' && <p className="awaited" aria-busy="true" />}
        {shown.kind === 'refused' && <Refusal of={shown.thrown} />}
        {shown.kind === 'audit' && <ReleaseVerdict audited={shown.audited} body={shown.body} />}
      </div>
    </>
  );
}
