/** Whether a random sample would do better at the same price, and the curve that shows it. */
import type { ExplainedJson } from '../../../src/service/contract/answers.ts';
import { ErrorCurve } from '../parts/error-curve.tsx';
import { aboutPlusMinus, percent } from '../parts/numbers.ts';
import { valueWords } from './value-words.ts';

interface Props {
  readonly explained: ExplainedJson;
  readonly onPercent: ((percent: string) => void) | undefined;
}

/** Of the first value: one picture says enough. */
export function OtherRates({ explained: { otherRates, error, steps }, onPercent }: Props) {
  const [name] = Object.keys(error.noise);
  const rates = otherRates.filter(({ error: { sampling } }) => sampling?.[name] !== undefined);
  if (otherRates.length === 0) return null;
  if (rates.length < 3) return <NoCurve />;
  const errors = rates.map(one => ({
    rate: one.rate,
    altogether: altogether(one.error, name),
    noise: one.error.noise[name],
    sampling: samplingError(one.error, name),
  }));
  const best = errors.reduce((least, one) => (one.altogether < least.altogether ? one : least));
  const rate = Number(steps.find(({ parameters }) => 'rate' in parameters)?.parameters.rate ?? 1);
  const here = altogether(error, name);
  const isBetter = errorIsKnown(error, name) && best.altogether < 0.99 * here;
  return (
    <details open={isBetter}>
      <summary>{adviceOf({ name, best, here, isKnown: errorIsKnown(error, name), isBetter })}</summary>
      <ErrorCurve
        of={`the ${valueWords(name)}`}
        summary={`Standard error of the ${valueWords(name)} by sampling rate, at the same price`}
        errors={errors}
        mark={{ at: [rate, here], name: 'this question' }}
      />
      <p className="small">
        <a href="#/learn/forecast">When does sampling pay?</a>
      </p>
      {isBetter && best.rate < 1 && onPercent !== undefined && (
        <button
          type="button"
          className="quiet"
          onClick={() => onPercent(String(Number((100 * best.rate).toPrecision(3))))}
        >
          Ask a random {percent(best.rate)} instead
        </button>
      )}
    </details>
  );
}

interface Advice {
  readonly name: string;
  readonly best: { readonly rate: number; readonly altogether: number };
  readonly here: number;
  readonly isKnown: boolean;
  readonly isBetter: boolean;
}

function adviceOf({ name, best, here, isKnown, isBetter }: Advice): string {
  if (!isKnown) return 'The sampling error is only known to be bounded, so no sampling rate is recommended';
  if (!isBetter) return `No other sampling rate would be much better for the ${valueWords(name)}`;
  const drawn = best.rate === 1 ? 'Asking everybody' : `A random ${percent(best.rate)}`;
  return `${drawn} would give ± ${aboutPlusMinus(best.altogether)} instead of ± ${aboutPlusMinus(here)}, at the same price`;
}

/** Nothing is drawn, or public numbers tell how far that puts it off. */
export const errorIsKnown = ({ sampling, likely }: ExplainedJson['error'], name: string): boolean =>
  sampling === null || likely[name] !== undefined;

const samplingError = ({ sampling, likely }: ExplainedJson['error'], name: string): number =>
  likely[name] ?? sampling?.[name] ?? 0;

export const altogether = (error: ExplainedJson['error'], name: string): number =>
  Math.hypot(error.noise[name], samplingError(error, name));

const NoCurve = () => (
  <details>
    <summary>What a sample would do cannot be forecast for this question</summary>
    <p className="small">
      The policy does not give the approximate number of people (<code>approximateUnits</code>), or the error of this
      statistic depends on the data.
    </p>
  </details>
);
