/** How a sample is drawn, as an asker writes it. Rates run from 0 to 1; all of them choose people, never rows. */
import { frozen } from '../json/index.ts';
import { exactly } from './literal.ts';

/** Everybody by a coin of their own. */
export const bernoulli = (rate: number) => frozen({ kind: 'bernoulli', rate: exactly(rate) } as const);
/** So many people, all of them where there are fewer. */
export const fixedSize = (size: number) => frozen({ kind: 'fixed-size', size } as const);
/** This part of the people, rounded down. */
export const fraction = (rate: number) => frozen({ kind: 'fraction', rate: exactly(rate) } as const);
/** A coin whose rate depends on a public value of the person; values that are not listed are left out. */
export const stratified = <By extends string, Stratum extends string>(
  by: By,
  rates: { readonly [Name in Stratum]: number },
) => frozen({ kind: 'stratified', by, rates: inOrder(rates, (stratum, rate) => ({ stratum, rate })) } as const);

/** Sorted by name: the order in which rates are written down says nothing. */
export const inOrder = <Name extends string, Entry>(
  rates: { readonly [N in Name]: number },
  entry: (name: Name, rate: string) => Entry,
): readonly Entry[] =>
  (Object.keys(rates) as Name[])
    .sort((one, other) => (one < other ? -1 : 1))
    .map(name => entry(name, exactly(rates[name])));
