/** A forecast as a picture: error against rate, what sampling and what noise have in it, and the best rate. */
import type { Figure, Point } from '../figure/index.ts';
import type { Forecast, RateForecast } from '../forecast/index.ts';

export function forecastFigure(statistic: string, { rates, best, full }: Forecast): Figure {
  const shown = [...rates, best, full].sort((one, other) => one.rate - other.rate);
  const curve = (error: (at: RateForecast) => number): Point[] =>
    shown.map(at => ({ x: at.rate, y: error(at) })).filter(({ y }) => y > 0);
  return {
    panels: [
      {
        title: `The error of the ${statistic}`,
        subtitle: 'At each sampling rate, at the same charge to the whole population',
        x: { label: 'sampling rate', percent: true, domain: [0, 1] },
        y: { label: 'standard error', scale: 'log' },
        series: [
          { kind: 'line', name: 'in all', points: curve(({ mse }) => Math.sqrt(mse)) },
          {
            kind: 'line',
            name: 'by sampling',
            points: curve(({ samplingVariance, bias }) => Math.hypot(Math.sqrt(samplingVariance), bias)),
            dashed: true,
          },
          {
            kind: 'line',
            name: 'by noise',
            points: curve(({ noiseVariance }) => Math.sqrt(noiseVariance)),
            dashed: true,
          },
          { kind: 'dots', name: 'the best rate', points: [{ x: best.rate, y: Math.sqrt(best.mse) }] },
        ],
      },
    ],
  };
}
