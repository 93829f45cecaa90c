/** What a question would cost of what is left, how far its answer would be off, and folded below it how that comes about. */
import type { ExplainedJson } from '../../../src/service/contract/answers.ts';
import type { QuestionBody } from '../api.ts';
import { affordable } from '../parts/affordable.ts';
import { aboutPlusMinus, amountsText, short } from '../parts/numbers.ts';
import { Copies } from './copies.tsx';
import { altogether, errorIsKnown, OtherRates } from './other-rates.tsx';
import { PriceSteps } from './price-steps.tsx';
import { valueWords } from './value-words.ts';

interface Props {
  readonly explained: ExplainedJson;
  readonly question: QuestionBody;
  /** The question was changed since: this is no longer its price. */
  readonly isStale: boolean;
  readonly onAsk: () => void;
  /** Takes a sample of so many percent instead; undefined where the page cannot change the question. */
  readonly onPercent: ((percent: string) => void) | undefined;
}

export function Price({ explained, question, isStale, onAsk, onPercent }: Props) {
  return (
    <section className={`card price${isStale ? ' stale' : ''}`} aria-label="Price">
      <h2>{headline(explained)}</h2>
      <BudgetBar explained={explained} />
      <ExpectedErrors error={explained.error} />
      {isStale ? (
        <p className="hint" role="status">
          The question has changed since. Show its price again.
        </p>
      ) : (
        <Offer explained={explained} onAsk={onAsk} />
      )}
      <OtherRates explained={explained} onPercent={onPercent} />
      <PriceSteps explained={explained} />
      <details>
        <summary>The same question elsewhere</summary>
        <Copies question={question} />
      </details>
    </section>
  );
}

function headline({ charged, remaining, recorded }: ExplainedJson): string {
  if (recorded) return 'Already answered: it costs nothing';
  const cost = `It costs ${amountsText(charged)}`;
  return remaining === null ? cost : `${cost}. You have ${amountsText({ ...remaining, delta: 0 })} left`;
}

/** What is left, and what this question would take of it. */
function BudgetBar({ explained: { charged, remaining, recorded } }: Pick<Props, 'explained'>) {
  const found = remaining === null || recorded ? undefined : affordable(remaining, charged);
  if (found === undefined || !Number.isFinite(found.share)) return null;
  const { times } = found;
  const share = Math.min(1, found.share);
  return (
    <>
      <svg className="budget-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect className="asked" width={100 * share} height={1} />
      </svg>
      <p className="small">
        {Number((100 * share).toPrecision(2))} % of {remaining?.rho === undefined ? 'what' : `the ${found.part} that`}{' '}
        is left to you
        {times > 0 && `: ${timesText(times)}`}.
      </p>
    </>
  );
}

const timesText = (times: number): string =>
  times === 1 ? 'enough for this one question' : `enough for ${times.toLocaleString('en')} like it`;

/** Of each value, or that nobody can know it beforehand. */
function ExpectedErrors({ error }: Pick<ExplainedJson, 'error'>) {
  const names = Object.keys(error.noise);
  if (names.length === 0)
    return <p className="small">How far the answer will be off depends on the data, and is stated with the answer.</p>;
  return (
    <dl className="figures">
      {names.map(name => (
        <div key={name}>
          <dt>Expected error of the {valueWords(name)}</dt>
          <dd>
            {errorIsKnown(error, name) ? '±' : 'up to ±'} {aboutPlusMinus(altogether(error, name))}
            <small>{partsText(error, name)}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function partsText({ noise, sampling, likely }: ExplainedJson['error'], name: string): string {
  const drawn = likely[name] ?? sampling?.[name];
  return drawn === undefined
    ? `95 % interval; standard error ${short(noise[name])}`
    : `95 % interval; standard error ${short(noise[name])} from noise, ${short(drawn)} from sampling`;
}

const PARTS = ['epsilon', 'delta'] as const;

/** Under a concentrated budget one of its two sums is enough. */
function exceededPart({ charged, remaining, sum }: ExplainedJson): 'epsilon' | 'delta' | 'rho' | undefined {
  if (remaining === null) return undefined;
  if (sum === undefined) return PARTS.find(part => (charged[part] ?? Infinity) > (remaining[part] ?? 0));
  if (charged.delta > remaining.delta) return 'delta';
  return sum === null ? 'rho' : undefined;
}

export const isPayable = (explained: ExplainedJson): boolean =>
  explained.recorded || exceededPart(explained) === undefined;

/** An answer that is recorded is free, whatever is left; what nobody can pay for is not offered. */
function Offer({ explained, onAsk }: Pick<Props, 'explained' | 'onAsk'>) {
  const { charged, remaining, recorded } = explained;
  const exceeded = exceededPart(explained);
  if (recorded || exceeded === undefined)
    return (
      <p className="buttons">
        <button type="button" onClick={onAsk}>
          {recorded ? 'Show the recorded answer at no charge' : `Ask for ${amountsText({ ...charged, delta: 0 })}`}
        </button>
        <span className="code">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </span>
      </p>
    );
  const left = remaining?.[exceeded] ?? 0;
  return (
    <p role="status">
      The budget does not allow this: {exceeded} {short(left)} is left for you.{' '}
      {left > 0
        ? `Ask with a smaller ${exceeded}, or have the custodian grant more.`
        : 'Have the custodian grant more. Answers that are recorded stay free.'}
    </p>
  );
}
