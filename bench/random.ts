/**
 * How fast exact randomness is on one thread: noise in draws a second, row samplers in rows a second.
 * Beside each: what the same number of raw words, or a plain loop over the same rows, costs in the same run.
 */
import {
  bernoulliGate,
  bernoulliPlaces,
  discreteGaussian,
  discreteLaplace,
  openReservoir,
  reproducibleEntropy,
  systemEntropy,
  uniform,
} from '../src/random/index.ts';
import type { Case } from './measurement.ts';

const draws = 1e6;
const rows = 1e8;
const piece = new Uint32Array(1e5);
const ten = { numerator: 10n, denominator: 1n };
const thousandth = { numerator: 1n, denominator: 1000n };

const below = () => uniform(systemEntropy());

export const cases: readonly Case[] = [
  {
    name: 'entropy words',
    work: () => words(draws),
    makes: draws,
    promise: 5e7,
  },
  {
    name: 'reproducible words',
    work: () => words(draws, reproducibleEntropy(1)),
    makes: draws,
    promise: 5e6,
    beside: { words: secondsOf(() => words(draws)) },
  },
  {
    name: 'discrete Laplace, scale 10',
    work: () => meanSquare(discreteLaplace(below(), ten)),
    makes: draws,
    promise: 3e6,
    beside: { words: secondsOf(() => words(draws)) },
  },
  {
    name: 'discrete Gaussian, scale 10',
    work: () => meanSquare(discreteGaussian(below(), ten)),
    makes: draws,
    promise: 1e6,
    beside: { words: secondsOf(() => words(draws)) },
  },
  {
    name: 'Bernoulli rows by number, 0.1 %',
    work: () => countOf(bernoulliPlaces(below(), { rate: thousandth, rows })),
    makes: rows,
    promise: 5e7,
    beside: { loop: secondsOf(plainLoop) },
  },
  {
    name: 'Bernoulli rows as a stream, 0.1 %',
    work: () => streamThrough(bernoulliGate(below(), thousandth)),
    makes: rows,
    promise: 5e7,
    beside: { loop: secondsOf(plainLoop) },
  },
  {
    name: 'reservoir by pieces, 0.1 %',
    work: () => {
      const reservoir = openReservoir<number>(below(), { size: rows / 1000 });
      for (let start = 0; start < rows; start += piece.length) reservoir.offerAll(piece);
      return reservoir.sample().length;
    },
    makes: rows,
    promise: 5e7,
    beside: { loop: secondsOf(plainLoop) },
  },
  {
    name: 'reservoir row by row, 0.1 %',
    work: () => {
      const reservoir = openReservoir<number>(below(), { size: rows / 1000 });
      for (let row = 0; row < rows; row++) reservoir.offer(row);
      return reservoir.sample().length;
    },
    makes: rows,
    promise: 5e7,
    beside: { loop: secondsOf(plainLoop) },
  },
];

function words(count: number, entropy = systemEntropy()): number {
  let mixed = 0;
  for (let word = 0; word < count; word++) mixed ^= entropy.word();
  return mixed;
}

/** 199.8 for the Laplace, 100 for the Gaussian: shown beside the speed. */
function meanSquare(noise: () => bigint): number {
  let sum = 0;
  for (let draw = 0; draw < draws; draw++) sum += Number(noise()) ** 2;
  return sum / draws;
}

function countOf(items: Iterable<unknown>): number {
  let count = 0;
  for (const _ of items) count += 1;
  return count;
}

function streamThrough(taken: () => boolean): number {
  let count = 0;
  for (let row = 0; row < rows; row++) if (taken()) count += 1;
  return count;
}

/** Touches every row and decides nothing. */
function plainLoop(): number {
  let mixed = 0;
  for (let start = 0; start < rows; start += piece.length)
    for (let row = 0; row < piece.length; row++) mixed ^= piece[row] + row;
  return mixed;
}

/** The second of two turns, in seconds. */
function secondsOf(work: () => unknown): () => number {
  return () => {
    work();
    const start = performance.now();
    work();
    return (performance.now() - start) / 1000;
  };
}
