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
      <h2>{best.rate < 1 ? `Best is a sample of ${percent(best.rate)}` : 'Best is to ask everybody'}</h2>
      <p role="status">{conclusion(found)}</p>
      <ErrorCurve
        of="the median"
        summary="The error of a private median against the sampling rate"
        errors={errors}
        mark={{ at: [best.rate, Math.sqrt(best.mse)], name: 'the best rate' }}
      />
      <p className="small">
        The median of all is {short(truth)}. {runs} runs; the squared error of the best rate is known to{' '}
        {percent(best.standardError / best.mse)}.
        {clamped > 0 && ` Values outside their bounds, moved to them: ${clamped}.`}
      </p>
    </section>
  );
}

function conclusion({ best, full, gain, significant }: QuantileForecasted): string {
  const everybody = short(Math.sqrt(full.mse));
  if (best.rate === 1) return `A private median of everybody is off by about ${everybody}; no sample does better.`;
  const sure = significant ? '' : ' That may be chance: more runs would tell.';
  return `It is off by about ${short(Math.sqrt(best.mse))}, where a private median of everybody is off by ${everybody}: ${short(Math.sqrt(gain))} times as much, for the same price.${sure}`;
}
