/** How far an answer is off at each sampling rate, and what of it is noise and what the sample. */
import { LineChart } from './line-chart.tsx';
import { percent, short } from './numbers.ts';

export interface ErrorAtRate {
  readonly rate: number;
  readonly altogether: number;
  readonly noise: number;
  readonly sampling: number;
}

interface Props {
  /** What is off, as in "standard error of ...". */
  readonly of: string;
  readonly summary: string;
  readonly errors: readonly ErrorAtRate[];
  readonly mark: { readonly at: readonly [rate: number, error: number]; readonly name: string };
}

export function ErrorCurve({ of, summary, errors, mark }: Props) {
  const points = (part: Exclude<keyof ErrorAtRate, 'rate'>) => errors.map(error => [error.rate, error[part]] as const);
  const ends = [mark.at[1], ...errors.map(({ altogether }) => altogether)].filter(error => error > 0);
  const domain = [Math.min(...ends) / 3, 1.2 * Math.max(...ends)] as const;
  return (
    <LineChart
      summary={summary}
      x={{ label: 'sampling rate', log: true, domain: [errors[0].rate, 1], show: percent }}
      y={{ label: `standard error of ${of}`, log: true, domain, show: short }}
      lines={[
        { name: 'altogether', points: points('altogether') },
        { name: 'noise', points: points('noise'), dashed: true },
        { name: 'sampling', points: points('sampling'), dashed: true },
      ]}
      mark={mark}
    />
  );
}
