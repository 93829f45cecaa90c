/** What is left and what it would buy; what was spent, when, by whom and on what; and whether the ledger is whole. */
import { useCallback, useState } from 'react';
import type { PastQuestionJson } from '../../../src/service/contract/answers.ts';
import type { BudgetReportJson } from '../../../src/service/contract/budget.ts';
import type { OpenPageProps, PageProps } from '../api.ts';
import { BudgetMeters } from '../budget/budget-meters.tsx';
import { Samples, Shares } from '../budget/budget-tables.tsx';
import { SpendingTimeline } from '../budget/spending-timeline.tsx';
import { Loading } from '../parts/loading.tsx';
import './budget.css';

interface Loaded {
  readonly report: BudgetReportJson;
  readonly questions: readonly PastQuestionJson[];
}

export function Budget({ api, me }: OpenPageProps) {
  const load = useCallback(async (): Promise<Loaded> => {
    const [report, { questions }] = await Promise.all([api.budget(), api.questions()]);
    return { report, questions };
  }, [api]);
  const isCustodian = me.role === 'custodian';
  return (
    <Loading from={load} stage="Reading the ledger">
      {({ report, questions }) => (
        <>
          <BudgetMeters report={report} me={me} last={questions[0]} />
          <SpendingTimeline report={report} questions={questions} isEverybodys={isCustodian} />
          <div className="columns">
            <Shares
              title={isCustodian ? 'By analyst' : 'Your share'}
              heading="Analyst"
              empty={isCustodian ? 'No analyst has asked yet.' : 'You have spent nothing yet.'}
              countsRho={report.budget.rho !== undefined}
              rows={report.byAnalyst.map(({ analyst, ...share }) => ({ name: analyst, ...share }))}
            />
            <Shares
              title="By table"
              heading="Table"
              empty="No table has been asked about yet."
              countsRho={report.budget.rho !== undefined}
              rows={report.byTable.map(({ table, ...share }) => ({ name: table, ...share }))}
            />
          </div>
          <Samples samples={report.samples} />
          {isCustodian && <Chain api={api} report={report} />}
        </>
      )}
    </Loading>
  );
}

function Chain({ api, report }: PageProps & { readonly report: BudgetReportJson }) {
  const [times, setTimes] = useState(0);
  const verify = useCallback((signal: AbortSignal) => api.until(signal).verify(), [api]);
  return (
    <section className="card">
      <h2>The ledger</h2>
      <p className="small">
        {entriesText(report.entries)} in a hash chain. Head:
        <br />
        <code className="hash">{report.head}</code>
      </p>
      <p className="buttons">
        <button type="button" className="quiet" onClick={() => setTimes(now => now + 1)}>
          Verify the ledger
        </button>
      </p>
      {times > 0 && (
        <Loading key={times} from={verify} stage="Verifying the ledger">
          {({ entries }) => <p role="status">Ledger verified: {entriesText(entries)}.</p>}
        </Loading>
      )}
    </section>
  );
}

const entriesText = (entries: number): string =>
  entries === 1 ? '1 entry' : `${entries.toLocaleString('en')} entries`;
