/** Two errors by sampling rate, for an average and for a median: every point costs the same privacy. */
import { useState } from 'react';
import type { ErrorsAtRate, ErrorsByRate } from '../../../src/service/contract/learning.ts';
import { LineChart } from '../parts/line-chart.tsx';
import { ListSlider } from '../parts/slider.tsx';
import { Says } from './lesson.tsx';
import { whole } from './words.ts';

const NAMES = { mean: 'average stay', median: 'median stay' } as const;
type Statistic = keyof typeof NAMES;

export function ForecastFigure({ errors }: { readonly errors: ErrorsByRate }) {
  const [statistic, setStatistic] = useState<Statistic>('median');
  const { rates, best } = errors[statistic];
  const [place, setPlace] = useState(rates.length - 1);
  const chosen = rates[place];
  const people = (rate: number): string => `${whole(rate * errors.people)} of ${whole(errors.people)} patients`;
  return (
    <figure className="lesson-figure">
      <fieldset>
        <legend>What is asked</legend>
        {(Object.keys(NAMES) as Statistic[]).map(each => (
          <label key={each} className="tick">
            <input type="radio" name="statistic" checked={each === statistic} onChange={() => setStatistic(each)} />
            {NAMES[each]}
          </label>
        ))}
      </fieldset>
      <div className="lesson-controls">
        <ListSlider
          label="Patients who are asked"
          choices={rates.map(({ rate }) => rate)}
          show={people}
          place={place}
          onPlace={setPlace}
        />
      </div>
      <Errors rates={rates} best={best} place={place} onPlace={setPlace} />
      <Says>
        Asking {people(chosen.rate)}, the {NAMES[statistic]} has a standard error of {days(chosen.error)}:{' '}
        {days(chosen.sampling)} from sampling, {days(chosen.noise)} from noise.{' '}
        {best.rate === 1
          ? 'Asking everyone is best: a sample only adds error.'
          : `Asking ${people(best.rate)} is best: standard error ${days(best.error)}, compared with ${days(rates[rates.length - 1].error)} if everyone is asked.`}
      </Says>
    </figure>
  );
}

interface ErrorsProps {
  readonly rates: readonly ErrorsAtRate[];
  readonly best: ErrorsAtRate;
  readonly place: number;
  readonly onPlace: (place: number) => void;
}

const Errors = ({ rates, best, place, onPlace }: ErrorsProps) => (
  <LineChart
    summary="The error by sampling rate, and its two parts"
    x={{ label: 'patients who are asked', domain: [0, 1], show: rate => `${whole(100 * rate)}%` }}
    y={{ label: 'error in days', domain: [0, 2.5], show: String }}
    lines={[
      { name: 'together', points: rates.map(({ rate, error }) => [rate, error]) },
      { name: 'noise', points: rates.map(({ rate, noise }) => [rate, noise]), dashed: true },
      { name: 'from sampling', points: rates.map(({ rate, sampling }) => [rate, sampling]), dashed: true },
    ]}
    mark={{ at: [best.rate, best.error], name: 'best' }}
    look={{ place, onPlace }}
  />
);

const days = (value: number): string => `${value.toLocaleString('en', { maximumFractionDigits: 2 })} days`;
