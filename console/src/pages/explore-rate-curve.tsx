/** The error of a private median against the sampling rate, and what that says. */
import type { QuantileForecasted } from '../../../src/service/contract/forecasts.ts';
import { LineChart } from '../parts/line-chart.tsx';
import { percent, short } from '../parts/numbers.ts';

type Rate = QuantileForecasted['best'];

export function SimulatedRates({ found }: { readonly found: QuantileForecasted }) {
  const { rates, best, truth, runs, clamped } = found;
  const at = (error: (rate: Rate) => number) => rates.map(rate => [rate.rate, error(rate)] as const);
  const total = at(({ mse }) => Math.sqrt(mse));
  const most = Math.max(...total.map(([, error]) => error));
  return (
    <section className="card">
      <h2>{best.rate < 1 ? `Best is a sample of ${percent(best.rate)}` : 'Best is to ask everybody'}</h2>
      <p role="status">{conclusion(found)}</p>
      <LineChart
        summary="The error of a private median against the sampling rate"
        x={{ label: 'sampling rate', log: true, domain: [rates[0].rate, 1], show: percent }}
        y={{ label: 'standard error of the median', domain: [0, 1.1 * most], show: short }}
        lines={[
          { name: 'altogether', points: total },
          { name: 'noise', dashed: true, points: at(({ noiseVariance }) => Math.sqrt(noiseVariance)) },
          {
            name: 'sampling',
            dashed: true,
            points: at(({ samplingVariance, bias }) => Math.hypot(Math.sqrt(samplingVariance), bias)),
          },
        ]}
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
