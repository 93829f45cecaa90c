/** Flags that all statistical commands share: the sampling scheme, ranges of epsilon, rates of false alarms. */
import type { Command } from 'commander';
import type { Sampling } from '../statistical/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { number, rate, read } from './flags.ts';
import { checkWritable } from './output-file.ts';
import type { Reply, Say } from './reply.ts';

export interface SamplingFlags {
  readonly sampling?: string;
  readonly size?: number;
  readonly rate?: number;
  readonly sizePublic?: true;
}

export interface CurveFlags {
  readonly epsilon?: number;
  readonly curve?: readonly [from: number, to: number];
  readonly tradeOff?: true;
  readonly plot?: string;
}

/** In the order in which help shows them. */
const addCurveFlags = (command: Command): Command =>
  command
    .option('--epsilon <number>', "an entry's odds move by a factor of at most e^epsilon", read(number, 'epsilon'))
    .option('--sampling <scheme>', 'without-replacement, poisson or with-replacement (default: no sampling)')
    .option('--size <number>', 'entries drawn, without or with replacement', read(number, 'size'))
    .option('--rate <number>', 'the sampling rate, for poisson', read(rate, 'rate'))
    .option('--size-public', 'the size of a poisson sample is released with the answer')
    .option('--curve <from..to>', 'delta over a range of epsilon', readCurve)
    .option('--trade-off', 'the lowest false negative rate of an attack on one entry, at each false positive rate')
    .option('--plot <file>', 'draw the privacy profile and the trade-off curve to this SVG file')
    .option('--json', 'one JSON object on standard output');

/** A command that answers at one epsilon, along a curve or in a picture. */
export function addCurves<Flags extends CurveFlags>(
  command: Command,
  say: Say,
  replyTo: (flags: Flags) => Promise<Reply>,
): void {
  addCurveFlags(command).action(async (flags: Flags) => {
    if (flags.plot !== undefined) await checkWritable(flags.plot);
    await say(await replyTo(flags));
  });
}

/** Two numbers, the smaller first. */
export function readRange(flag: string, word: string, between: '..' | ','): readonly [number, number] {
  const [from, to, ...rest] = word.split(between).map(part => number(flag, part));
  if (to !== undefined && rest.length === 0 && from <= to) return [from, to];
  return refuse(
    'value_out_of_range',
    `${flag} takes two numbers, the smaller first, such as 0.01${between}1; "${word}" is not that.`,
  );
}

const readCurve = (word: string) => readRange('--curve', word, '..');

export function samplingOf({ sampling, size, rate, sizePublic }: SamplingFlags): Sampling {
  if (sizePublic && sampling !== 'poisson')
    return refuse('flags_conflict', '--size-public needs --sampling poisson: other sample sizes are fixed in advance.');
  const unfit = sampling === 'poisson' ? size : rate;
  if (unfit !== undefined || (sampling === undefined && size !== undefined))
    return refuse('flags_conflict', '--rate needs --sampling poisson; --size needs one of the other two schemes.');
  if (sampling === undefined) return { kind: 'everything' };
  if (sampling === 'poisson')
    return { kind: sampling, rate: rate ?? missing('--rate'), sizePublic: sizePublic ?? false };
  if (sampling === 'without-replacement' || sampling === 'with-replacement')
    return { kind: sampling, size: size ?? missing('--size') };
  return refuse(
    'sampling_unsupported',
    `--sampling must be without-replacement, poisson or with-replacement; "${sampling}" is not.`,
  );
}

const missing = (flag: string): never => refuse('usage', `This scheme needs ${flag}.`);

export function checkAsked({ epsilon, curve, tradeOff, plot }: CurveFlags): void {
  if (epsilon === undefined && curve === undefined && !tradeOff && plot === undefined)
    refuse('usage', 'Give one of --epsilon, --curve, --trade-off and --plot.');
}

const CURVE_POINTS = 21;

/** Where delta is shown over a range. */
export const epsilonsOf = ([from, to]: readonly [number, number], points = CURVE_POINTS): number[] =>
  from === to ? [from] : Array.from({ length: points }, (_, i) => from + ((to - from) * i) / (points - 1));

/** Where trade-off functions are shown. */
export const ALARM_RATES: readonly number[] = Array.from({ length: 21 }, (_, i) => i / 20);
