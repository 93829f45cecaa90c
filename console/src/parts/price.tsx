/** What a question would cost, operator by operator, how far its answer would be off, and what other rates would do. */
import type { ExplainedJson } from '../../../src/service/contract/answers.ts';
import type { QuestionBody } from '../api.ts';
import { ErrorCurve } from './error-curve.tsx';
import { Forms } from './forms.tsx';
import { amountsText, epsilonText, percent, short } from './numbers.ts';

interface Props {
  readonly explained: ExplainedJson;
  readonly question: QuestionBody;
  readonly onAsk: () => void;
}

const PARTS = ['epsilon', 'delta'] as const;

export function Price({ explained, question, onAsk }: Props) {
  const { charged, inner, steps, error } = explained;
  return (
    <section className="card">
      <h2>It costs {amountsText(charged)}</h2>
      {inner.epsilon !== null && charged.epsilon !== null && inner.epsilon > charged.epsilon && (
        <p>The sample is secret: epsilon {short(inner.epsilon)} can be spent inside it for that price.</p>
      )}
      <div className="wide">
        <table>
          <caption>What each step charges to the step before, starting from the data</caption>
          <thead>
            <tr>
              <th>Step</th>
              <th>Parameters</th>
              <th className="number">Epsilon</th>
              <th className="number">Delta</th>
              <th>Theorem</th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps have no names, and never change places
              <tr key={place}>
                <th scope="row">{step.operator}</th>
                <td>
                  {Object.entries(step.parameters)
                    .map(([name, value]) => `${name} ${value}`)
                    .join(', ')}
                </td>
                <td className="number">{epsilonText(step)}</td>
                <td className="number">{short(step.delta)}</td>
                <td>
                  <code>{step.theorem}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Noises noises={explained.noises} />
      <ExpectedErrors error={error} />
      <OtherRates explained={explained} />
      <Forms question={question} />
      <Offer explained={explained} onAsk={onAsk} />
    </section>
  );
}

/** Under a concentrated budget one of its two sums is enough. */
function exceededPart({ charged, remaining, sum }: ExplainedJson): 'epsilon' | 'delta' | 'rho' | undefined {
  if (remaining === null) return undefined;
  if (sum === undefined) return PARTS.find(part => (charged[part] ?? Infinity) > (remaining[part] ?? 0));
  if (charged.delta > remaining.delta) return 'delta';
  return sum === null ? 'rho' : undefined;
}

/** An answer that is recorded is free, whatever is left; what nobody can pay for is not offered. */
function Offer({ explained, onAsk }: Omit<Props, 'question'>) {
  const { charged, remaining, recorded } = explained;
  const exceeded = exceededPart(explained);
  if (recorded || exceeded === undefined)
    return (
      <button type="button" onClick={onAsk}>
        {recorded ? 'Show the recorded answer at no charge' : `Ask for ${amountsText({ ...charged, delta: 0 })}`}
      </button>
    );
  return (
    <p role="status">
      The budget does not allow this: {exceeded} {short(remaining?.[exceeded] ?? 0)} is left for you. Ask with a smaller{' '}
      {exceeded}, or have the custodian grant more.
    </p>
  );
}

/** Values that are computed from the same numbers share a noise. */
function Noises({ noises }: Pick<ExplainedJson, 'noises'>) {
  return (
    <>
      <h3>What is bought</h3>
      <ul>
        {noises.map(({ statistics, values, share, scale }) => (
          <li key={`${statistics} ${values}`}>
            {short(100 * share)} % of the price: {statistics.join(' and ')}
            {values.length > 0 && ` (for ${values.join(', ')})`}
            {scale !== null && `, noise of scale ${short(scale)}`}.
          </li>
        ))}
      </ul>
    </>
  );
}

function ExpectedErrors({ error: { noise, sampling, likely } }: Pick<ExplainedJson, 'error'>) {
  return (
    <ul>
      {Object.entries(noise).map(([name, standardError]) => (
        <li key={name}>
          <strong>{name}</strong>: standard error {short(standardError)} from noise
          {sampling?.[name] !== undefined && `, at most ${short(sampling[name])} from sampling`}
          {likely[name] !== undefined && ` (likely ${short(likely[name])})`}.
        </li>
      ))}
    </ul>
  );
}

/** Of the first value: one picture says enough. */
function OtherRates({ explained: { otherRates, error, steps } }: Pick<Props, 'explained'>) {
  const [name] = Object.keys(error.noise);
  const rates = otherRates.filter(({ error: { sampling } }) => sampling?.[name] !== undefined);
  if (rates.length < 3) return otherRates.length === 0 ? null : <NoCurve />;
  const errors = rates.map(one => ({
    rate: one.rate,
    altogether: altogether(one.error, name),
    noise: one.error.noise[name],
    sampling: samplingError(one.error, name),
  }));
  const best = errors.reduce((least, one) => (one.altogether < least.altogether ? one : least));
  const rate = Number(steps.find(({ parameters }) => 'rate' in parameters)?.parameters.rate ?? 1);
  const here = altogether(error, name);
  return (
    <>
      <h3>The same price at other rates</h3>
      <ErrorCurve
        of={name}
        summary={`Standard error of ${name} against the sampling rate, at the same price`}
        errors={errors}
        mark={{ at: [rate, here], name: 'this question' }}
      />
      <p>{isKnown(error, name) ? adviceOf(name, best, here) : ONLY_BOUNDED}</p>
    </>
  );
}

const ONLY_BOUNDED = 'The sampling errors are upper bounds; their size depends on the data, so no rate is recommended.';

function adviceOf(name: string, best: { readonly rate: number; readonly altogether: number }, here: number): string {
  if (!(best.altogether < 0.99 * here)) return `No other rate would be much better for ${name} at this price.`;
  const drawn = best.rate === 1 ? 'Asking everyone' : `A sample of ${percent(best.rate)}`;
  return `${drawn} would give ${name} a standard error of ${short(best.altogether)} instead of ${short(here)}, at the same price.`;
}

/** Nothing is drawn, or public numbers tell how far that puts it off. */
const isKnown = ({ sampling, likely }: ExplainedJson['error'], name: string): boolean =>
  sampling === null || likely[name] !== undefined;

const samplingError = ({ sampling, likely }: ExplainedJson['error'], name: string): number =>
  likely[name] ?? sampling?.[name] ?? 0;

const altogether = (error: ExplainedJson['error'], name: string): number =>
  Math.hypot(error.noise[name], samplingError(error, name));

const NoCurve = () => (
  <p className="small">
    The sampling error cannot be forecast: the policy does not give the approximate number of people (
    <code>approximateUnits</code>), or the error of this statistic depends on the data.
  </p>
);
