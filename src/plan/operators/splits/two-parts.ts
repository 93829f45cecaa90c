/** Splits into some units and all others: the part `first` and the part `rest`. */
import { refuse } from '../../../vocabulary/index.ts';

export function isRest(part: string | null): boolean {
  if (part === 'first' || part === 'rest') return part === 'rest';
  return refuse('value_out_of_range', `The parts of this split are first and rest; there is no ${part}.`);
}
