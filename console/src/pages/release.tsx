/** May a random sample of a table be published? The verdict first, then a rate to try, then the draw and its certificate. */
import { type FormEvent, useState } from 'react';
import type { TableList } from '../../../src/service/contract/budget.ts';
import type { AuditBody, PageProps } from '../api.ts';
import { useFields } from '../parts/fields.ts';
import { Job } from '../parts/job.tsx';
import { useKept } from '../parts/kept.tsx';
import { Loading } from '../parts/loading.tsx';
import { Refusal } from '../parts/notice.tsx';
import { ReleaseVerdict } from '../parts/release-verdict.tsx';
import { useStarted } from '../parts/started-job.ts';
import { useDrawingDesk } from './release-desk.ts';
import { ReleaseDraw } from './release-draw.tsx';
import { ReleaseDrawn } from './release-drawn.tsx';
import { ReleaseDraws } from './release-draws.tsx';
import './release.css';

export function Release({ api }: PageProps) {
  return <Loading from={api.tables}>{({ tables }) => <Desk api={api} tables={tables} />}</Loading>;
}

/** Rates of the curve: close together where samples are small. */
const RATES = Array.from({ length: 49 }, (_, i) => Number((10 ** (-3 + (i * 3) / 48.5)).toPrecision(3)));

function Desk({ api, tables }: PageProps & TableList) {
  const [body, setBody] = useKept<AuditBody | null>('audited', () => null);
  const auditing = useStarted('audit', api.audit);
  const { started, thrown, start, list, refresh } = useDrawingDesk(api);
  const audit = (order: AuditBody) => {
    setBody(order);
    auditing.start(order);
  };
  return (
    <>
      <Order tables={tables.filter(table => !table.public)} before={body} onOrder={audit} />
      {auditing.thrown !== null && <Refusal of={auditing.thrown} />}
      {auditing.started !== null && body !== null && (
        <Job key={auditing.started.id} api={api} started={auditing.started} title="May it be published?">
          {job =>
            job.kind === 'release-audit' &&
            job.result && (
              <>
                <div aria-live="polite">
                  <ReleaseVerdict audited={job.result} body={body} />
                </div>
                <ReleaseDraw
                  audited={body}
                  isSafe={job.result.exactRate > 0}
                  drawnBefore={list?.draws.some(({ table }) => table === body.table) ?? false}
                  onDraw={start}
                />
              </>
            )
          }
        </Job>
      )}
      {thrown !== null && <Refusal of={thrown} />}
      {started !== null && (
        <Job key={started.id} api={api} started={started} title="Drawing a sample" onOver={refresh}>
          {job => job.kind === 'release-draw' && job.result && <ReleaseDrawn api={api} drawn={job.result} />}
        </Job>
      )}
      {list !== null && <ReleaseDraws api={api} list={list} />}
    </>
  );
}

interface OrderProps extends TableList {
  /** What was asked last. */
  readonly before: AuditBody | null;
  readonly onOrder: (body: AuditBody) => void;
}

function Order({ tables, before, onOrder }: OrderProps) {
  const [table, setTable] = useState(before?.table ?? tables[0]?.name ?? '');
  const [columns, setColumns] = useState(before?.columns ?? []);
  const { words, field } = useFields({
    epsilon: before?.epsilon ?? '1',
    delta: String(before?.delta ?? 0.001),
    coarsen: before?.coarsen ?? '',
  });
  const order = (event: FormEvent) => {
    event.preventDefault();
    const { epsilon, delta, coarsen } = words;
    const rules = coarsen.trim() === '' ? {} : { coarsen };
    onOrder({ table, columns, epsilon, delta: Number(delta), rates: RATES, ...rules });
  };
  return (
    <form className="card" onSubmit={order}>
      <h2>What do you want to publish?</h2>
      <div className="fields">
        <label>
          A random sample of
          <select value={table} onChange={event => setTable(event.target.value)}>
            {tables.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Epsilon: odds about a record change at most (1 + ε)-fold
          <input inputMode="decimal" required {...field('epsilon')} />
        </label>
        <label>
          Delta: the probability that a draw breaks this
          <input inputMode="decimal" required {...field('delta')} />
        </label>
        <label>
          Recoding (generalisation)
          <input placeholder="age=range:10" {...field('coarsen')} />
        </label>
      </div>
      <Columns all={tables.find(({ name }) => name === table)?.columns ?? []} chosen={columns} onChoose={setColumns} />
      <button type="submit" disabled={columns.length === 0}>
        May it be published?
      </button>
    </form>
  );
}

interface ColumnsProps {
  readonly all: readonly { readonly name: string }[];
  readonly chosen: readonly string[];
  readonly onChoose: (columns: readonly string[]) => void;
}

const Columns = ({ all, chosen, onChoose }: ColumnsProps) => (
  <fieldset>
    <legend>Columns</legend>
    {all.map(({ name }) => (
      <label key={name} className="tick">
        <input
          type="checkbox"
          checked={chosen.includes(name)}
          onChange={({ target }) => onChoose(target.checked ? [...chosen, name] : chosen.filter(one => one !== name))}
        />
        {name}
      </label>
    ))}
  </fieldset>
);
