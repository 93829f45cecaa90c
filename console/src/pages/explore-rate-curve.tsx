/** The error of a private median against the sampling rate, and what that says. */
import type { QuantileForecasted } from '../../../src/service/contract/forecasts.ts';
import { ErrorCurve } from '../parts/error-curve.tsx';
import { percent, short } from '../parts/numbers.ts';

export function SimulatedRates({ found }: { readonly found: QuantileForecasted }) {
  const { rates, best, truth, runs, clamped } = found;
  const errors = rates.map(({ rate, mse, noiseVariance, samplingVariance, bias }) => ({
    rate,
    altogether: Math.sqrt(mse),
    noise: Math.sqrt(noiseVariance),
    sampling: Math.hypot(Math.sqrt(samplingVariance), bias),
  }));
  return (
    <section className="card">
      <h2>{best.rate < 1 ? `A sample of ${percent(best.rate)} is best` : 'Asking everyone is best'}</h2>
      <p role="status">{conclusion(found)}</p>
      <ErrorCurve
        of="the median"
        summary="The error of a private median against the sampling rate"
        errors={errors}
        mark={{ at: [best.rate, Math.sqrt(best.mse)], name: 'the best rate' }}
      />
      <p className="small">
        The true median is {short(truth)}. {runs} runs; the squared error at the best rate is accurate to{' '}
        {percent(best.standardError / best.mse)}.{clamped > 0 && ` Values clamped to their bounds: ${clamped}.`}
      </p>
    </section>
  );
}

function conclusion({ best, full, gain, significant }: QuantileForecasted): string {
  const everybody = short(Math.sqrt(full.mse));
  if (best.rate === 1)
    return `A private median of everyone has a standard error of ${everybody}; no sample does better.`;
  const sure = significant ? '' : ' The difference may be due to chance; use more runs to find out.';
  return `Its standard error is ${short(Math.sqrt(best.mse))}. A private median of everyone has ${everybody}, ${short(Math.sqrt(gain))} times as much, at the same price.${sure}`;
}
