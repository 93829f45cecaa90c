/** Each sum of the budget, what is left of it, and how many questions like the last that is. */
import type { PastQuestionJson } from '../../../src/service/contract/answers.ts';
import type { BudgetReportJson, CallerJson } from '../../../src/service/contract/budget.ts';
import { affordable } from '../parts/affordable.ts';
import { amountsText, percent, short } from '../parts/numbers.ts';

interface Props {
  readonly report: BudgetReportJson;
  readonly me: CallerJson;
  /** The last question, if there was one. */
  readonly last: PastQuestionJson | undefined;
}

export function BudgetMeters({ report, me, last }: Props) {
  const isConcentrated = report.budget.rho !== undefined;
  return (
    <section className="card">
      <h2>{headline(me)}</h2>
      <div className="sums">
        <Sum part="epsilon" report={report} />
        {isConcentrated && <Sum part="rho" report={report} />}
        {report.budget.delta > 0 &&
          (isConcentrated ? <ThresholdDelta report={report} /> : <Sum part="delta" report={report} />)}
      </div>
      {isConcentrated && (
        <p className="small">
          This is a concentrated budget. Each question adds to both sums, epsilon and rho, and is answered while either
          of them has room: small questions run on rho, a few large ones on epsilon.
        </p>
      )}
      <p className="small">{MEANING(report.budget.epsilon ?? 0)}</p>
    </section>
  );

  function headline({ remaining }: CallerJson): string {
    const left = `You can still spend ${amountsText({ ...remaining, delta: 0 })}`;
    const more = last === undefined ? undefined : moreLike(remaining, last.charged);
    return more === undefined ? left : `${left}: ${more}`;
  }
}

function moreLike(left: CallerJson['remaining'], cost: PastQuestionJson['charged']): string | undefined {
  const times = affordable(left, cost)?.times;
  if (times === undefined) return undefined;
  if (times === 0) return 'not enough for another question like the last';
  return `${times.toLocaleString('en')} more ${times === 1 ? 'question' : 'questions'} like the last`;
}

const MEANING = (whole: number): string =>
  `When all of it is spent, anyone’s odds about one person have changed at most ${Math.exp(whole).toLocaleString('en', { maximumSignificantDigits: 2 })}-fold (e to the ${short(whole)}), whatever else they know.`;

function Sum({ part, report }: { readonly part: 'epsilon' | 'rho' | 'delta'; readonly report: BudgetReportJson }) {
  const [spent, whole, left] = [report.spent, report.budget, report.remaining].map(loss => loss[part]);
  return (
    <div className="sum">
      <p>
        <strong>{short(left ?? 0)}</strong> of {short(whole ?? 0)} {part} left
      </p>
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect className="there" width={whole ? (100 * (left ?? 0)) / whole : 0} height={1} />
      </svg>
      <p className="small">
        {spent === null || spent === undefined
          ? 'No epsilon bounds what was spent: Gaussian answers count as rho.'
          : `${short(spent)} spent (${percent(whole ? spent / whole : 0)})`}
      </p>
    </div>
  );
}

/** Most of the delta is never spent: rho is counted so that it holds with that probability. */
const ThresholdDelta = ({ report: { budget, remaining } }: Pick<Props, 'report'>) => (
  <div className="sum">
    <p>
      <strong>{short(remaining.delta)}</strong> delta left
    </p>
    <p className="small">
      For groups that are not listed in advance. The rest of {short(budget.delta)} is what the sum of rho relies on.
    </p>
  </div>
);
