/** Laws as people write them: `lognormal:5,0.5`; several joined by + are mixed in equal parts. */
import { refuse } from '../../vocabulary/index.ts';
import type { Distribution } from './distribution.ts';
import type { ValueBounds } from './population.ts';

export function readDistribution(words: string): Distribution {
  const parts = words.split('+').map(readPart);
  return parts.length === 1 ? parts[0] : { kind: 'mixture', parts };
}

function readPart(word: string): Distribution {
  const [kind, list] = word.trim().split(':');
  const given = list === undefined ? [] : list.split(',');
  if (kind === 'bimodal' && given.length === 0) return { kind };
  const [first, second] = given.map(Number);
  if (given.length === 2 && given.every(isNumber))
    switch (kind) {
      case 'normal':
      case 'lognormal':
        return { kind, mean: first, deviation: second };
      case 'uniform':
        return { kind, from: first, to: second };
      case 'beta':
        return { kind, successes: first, failures: second };
    }
  return refuse(
    'value_out_of_range',
    `A distribution must be normal:MEAN,DEVIATION, lognormal:MEAN,DEVIATION, uniform:FROM,TO, beta:A,B, bimodal, or several joined by +; "${word}" is not.`,
  );
}

const isNumber = (word: string): boolean => word.trim() !== '' && Number.isFinite(Number(word));

/** Of laws that reach no further. */
export function naturalBounds(distribution: Distribution): ValueBounds | undefined {
  switch (distribution.kind) {
    case 'uniform':
      return { min: distribution.from, max: distribution.to };
    case 'beta':
    case 'bimodal':
      return { min: 0, max: 1 };
    default:
      return undefined;
  }
}
