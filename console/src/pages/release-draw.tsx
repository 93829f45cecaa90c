/** The order of a draw: what was judged above, a rate, a promise and a name. */
import type { FormEvent } from 'react';
import type { AuditBody, DrawBody } from '../api.ts';
import { type Field, useFields } from '../parts/fields.ts';

interface Props {
  readonly audited: AuditBody;
  /** Whether some rate keeps the promise for this table. */
  readonly isSafe: boolean;
  readonly drawnBefore: boolean;
  readonly onDraw: (order: DrawBody) => void;
}

interface Words extends Record<'rate' | 'name' | 'reason' | 'threshold', string> {
  readonly promise: 'table' | 'threshold';
  readonly format: DrawBody['format'];
}

const START = { rate: '', name: '', reason: '', threshold: 'auto', format: 'csv' } as const;

export function ReleaseDraw({ audited, isSafe, drawnBefore, onDraw }: Props) {
  const { words, field } = useFields<Words>({ ...START, promise: isSafe ? 'table' : 'threshold' });
  const draw = (event: FormEvent) => {
    event.preventDefault();
    onDraw(orderOf(audited, words));
  };
  return (
    <form className="card" onSubmit={draw}>
      <h2>Draw it</h2>
      <p className="small">
        One draw: the rate is checked, the draw is recorded in the ledger, and the sample is published as it is,
        whatever it shows. No one sees it before.
      </p>
      <div className="fields">
        <label>
          Rate: the share of rows, named in advance
          <input required placeholder="0.05, or auto" {...field('rate')} />
        </label>
        <PromiseFields field={field} isSafe={isSafe} promise={words.promise} />
        <FileFields field={field} />
        <label className="reason">
          Reason, if there was an earlier sample; it appears in the certificate
          <input required={drawnBefore} maxLength={1000} {...field('reason')} />
        </label>
      </div>
      {words.rate.trim() === 'auto' && (
        <p className="small">
          The largest safe rate is chosen from the data and reveals something about them; the certificate says so.
        </p>
      )}
      <button type="submit">Draw and publish, once</button>
    </form>
  );
}

type FieldOf = (name: keyof Words) => Field;

const PromiseFields = ({
  field,
  isSafe,
  promise,
}: { readonly field: FieldOf } & Pick<Props, 'isSafe'> & Pick<Words, 'promise'>) => (
  <>
    <label>
      Kind of guarantee
      <select {...field('promise')}>
        {isSafe && <option value="table">as above, for this table</option>}
        <option value="threshold">differential privacy, for every table</option>
      </select>
    </label>
    {promise === 'threshold' && (
      <label>
        Threshold: combinations with fewer sampled people are left out
        <input required pattern="auto|[0-9]+" title="auto, or a whole number" {...field('threshold')} />
      </label>
    )}
  </>
);

const FileFields = ({ field }: { readonly field: FieldOf }) => (
  <>
    <label>
      Name of the file
      <input
        required
        pattern="[A-Za-z0-9_][A-Za-z0-9_\-]*"
        title="letters, digits, - and _"
        maxLength={100}
        placeholder="june"
        {...field('name')}
      />
    </label>
    <label>
      Format
      <select {...field('format')}>
        <option value="csv">CSV</option>
        <option value="parquet">Parquet</option>
      </select>
    </label>
  </>
);

function orderOf({ rates: _, ...audited }: AuditBody, words: Words): DrawBody {
  const { rate, name, reason, promise, threshold, format } = words;
  return {
    ...audited,
    ...{ rate: rate.trim(), name, format },
    ...(promise === 'table' ? {} : { threshold: threshold === 'auto' ? 'auto' : Number(threshold) }),
    ...(reason.trim() === '' ? {} : { reason }),
  };
}
