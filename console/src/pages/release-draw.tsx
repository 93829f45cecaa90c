/** The order of a draw: what was judged above, a rate, a promise and a name. */
import { type ChangeEvent, type FormEvent, useState } from 'react';
import type { AuditBody, DrawBody } from '../api.ts';

interface Props {
  readonly audited: AuditBody;
  /** Whether some rate keeps the promise for this table. */
  readonly isSafe: boolean;
  readonly drawnBefore: boolean;
  readonly onDraw: (order: DrawBody) => void;
}

const START = { rate: '', name: '', reason: '', threshold: 'auto' };

export function ReleaseDraw({ audited, isSafe, drawnBefore, onDraw }: Props) {
  const [words, setWords] = useState(START);
  const [format, setFormat] = useState<DrawBody['format']>('csv');
  const [promise, setPromise] = useState<'table' | 'threshold'>(isSafe ? 'table' : 'threshold');
  const input = (name: keyof typeof START) => ({
    value: words[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setWords({ ...words, [name]: target.value }),
  });
  const draw = (event: FormEvent) => {
    event.preventDefault();
    const { rates: _, ...order } = audited;
    const { rate, name, reason, threshold } = words;
    onDraw({
      ...{ ...order, rate: rate.trim(), name: name.trim(), format },
      ...(promise === 'table' ? {} : { threshold: threshold.trim() === 'auto' ? 'auto' : Number(threshold) }),
      ...(reason.trim() === '' ? {} : { reason }),
    });
  };
  return (
    <form className="card" onSubmit={draw}>
      <h2>Draw it</h2>
      <p className="small">
        One draw: it is judged, recorded in the ledger, and then drawn and published as it is, whatever it shows. Nobody
        sees it before.
      </p>
      <div className="fields">
        <label>
          Rate: the share of the rows, named beforehand
          <input required placeholder="0.05, or auto" {...input('rate')} />
        </label>
        <label>
          What is promised
          <select value={promise} onChange={({ target }) => setPromise(target.value as typeof promise)}>
            {isSafe && <option value="table">as above, for this table</option>}
            <option value="threshold">differential privacy, for every table</option>
          </select>
        </label>
        {promise === 'threshold' && (
          <label>
            Threshold: what fewer sampled people have is left out
            <input required pattern="auto|[0-9]+" title="auto, or a whole number" {...input('threshold')} />
          </label>
        )}
        <label>
          Name of the file
          <input
            required
            pattern="[A-Za-z0-9_][A-Za-z0-9_\-]*"
            title="letters, digits, - and _"
            maxLength={100}
            placeholder="june"
            {...input('name')}
          />
        </label>
        <label>
          Format
          <select value={format} onChange={({ target }) => setFormat(target.value as typeof format)}>
            <option value="csv">CSV</option>
            <option value="parquet">Parquet</option>
          </select>
        </label>
        <label className="reason">
          Reason, if there was a sample before: its certificate tells it
          <input required={drawnBefore} maxLength={1000} {...input('reason')} />
        </label>
      </div>
      {words.rate.trim() === 'auto' && (
        <p className="small">
          The largest safe rate is read off the data and tells about them; the certificate says so.
        </p>
      )}
      <button type="submit">Draw and publish, once</button>
    </form>
  );
}
