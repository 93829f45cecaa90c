/** Samples and splits as people read them. */
import type { Order, SampleScheme, SplitScheme } from './scheme.ts';

export function describeSample(scheme: SampleScheme): string {
  switch (scheme.kind) {
    case 'bernoulli':
      return `sample each unit at rate ${scheme.rate}`;
    case 'fixed-size':
      return `sample ${scheme.size} units`;
    case 'fraction':
      return `sample the fraction ${scheme.rate} of the units`;
    case 'stratified': {
      const rates = scheme.rates.map(({ stratum, rate }) => `${JSON.stringify(stratum)} at ${rate}`);
      return `sample each unit by ${scheme.by}: ${rates.join(', ')}`;
    }
    case 'take':
      return `take ${orderText(scheme)}`;
    case 'skip':
      return `skip ${orderText(scheme)}`;
  }
}

export function describeSplit(split: SplitScheme): string {
  switch (split.kind) {
    case 'random':
      return `a random split ${split.parts.map(({ name, rate }) => `${name} ${rate}`).join(', ')}`;
    case 'key':
      return `a split by ${split.by}`;
    case 'fixed-size':
      return `a split of ${split.size} units`;
    case 'fraction':
      return `a split of the fraction ${split.rate}`;
    case 'take-skip':
      return `a split of ${orderText(split)}`;
  }
}

const orderText = ({ size, by, descending }: Order): string =>
  `the first ${size} units by ${by}${descending ? ' descending' : ''}`;
