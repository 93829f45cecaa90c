/** For the owner alone: whether the policy fits the data, when that was checked, and what it cuts off. Exact numbers. */
import { useEffect, useState } from 'react';
import type { Job as JobNow } from '../../../src/service/contract/jobs.ts';
import type { PolicyFitJson } from '../../../src/service/contract/policy-fit.ts';
import type { PageProps } from '../api.ts';
import { whenText } from '../ask/history.tsx';
import { Job } from '../parts/job.tsx';
import { Refusal } from '../parts/notice.tsx';
import { useStarted } from '../parts/started-job.ts';

export function PolicyCheck({ api }: PageProps) {
  const { started, thrown, start, adopt } = useStarted('policy check', api.checkPolicy);
  const [isKnown, setKnown] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once, when the page is opened
  useEffect(() => {
    let wanted = true;
    const lookUp = async () => {
      const { jobs } = await api.jobs();
      const last = jobs.find(({ kind, state }) => kind === 'policy-check' && state !== 'cancelled');
      if (wanted && last !== undefined) adopt(last);
      if (wanted) setKnown(true);
    };
    lookUp().catch(() => wanted && setKnown(true));
    return () => {
      wanted = false;
    };
  }, [api]);
  return (
    <>
      <section className="card">
        <h2>Does the policy fit the data?</h2>
        <p className="small">
          Compares every row with the bounds, types and keys above, and counts what they cut off. Only the custodian
          sees this: the numbers are exact and must not be published.
        </p>
        <p className="buttons">
          <button type="button" onClick={() => start({})}>
            {started === null ? 'Check the policy' : 'Check again'}
          </button>
          {isKnown && started === null && <span className="small">Not checked since the service started.</span>}
        </p>
        {thrown !== null && <Refusal of={thrown} />}
      </section>
      {started !== null && (
        <Job key={started.id} api={api} started={started} title="Checking the policy">
          {job => job.kind === 'policy-check' && job.result && <Found job={job} fit={job.result} />}
        </Job>
      )}
    </>
  );
}

function Found({ job: { at }, fit: { warnings, tables } }: { readonly job: JobNow; readonly fit: PolicyFitJson }) {
  const number = warnings.length + tables.reduce((sum, table) => sum + table.warnings.length, 0);
  return (
    <section className="card" aria-label="What was found">
      <h2>{number === 0 ? 'Everything fits' : number === 1 ? '1 warning' : `${number} warnings`}</h2>
      <p className="small">Checked {whenText(at)}.</p>
      <Warnings warnings={warnings} />
      {tables.map(table => (
        <div key={table.table}>
          <h3>
            {table.table}, {table.rows.toLocaleString('en')} rows
          </h3>
          {table.warnings.length === 0 ? <p className="small">Everything fits.</p> : <Warnings {...table} />}
        </div>
      ))}
    </section>
  );
}

const Warnings = ({ warnings }: Pick<PolicyFitJson, 'warnings'>) => (
  <ul>
    {warnings.map(({ code, place, message }) => (
      <li key={`${code} ${place}`}>
        {message.charAt(0).toUpperCase() + message.slice(1)} <span className="code">{place.join('.')}</span>
      </li>
    ))}
  </ul>
);
