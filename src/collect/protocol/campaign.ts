/**
 * A campaign: everything public about one question to many people, agreed on before the first answer.
 * Its fingerprint is in every address, so that nobody can be asked under one campaign and counted under another.
 */
import * as z from 'zod/mini';
import { exactly, frozen, kinds, pathText } from '../../json/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { type Answers, valuesOf } from './answers.ts';
import { dieSides } from './die-sides.ts';

const VALUES_MAX = 10_000;
const AGGREGATORS_MAX = 16;

const text = z.string().check(z.minLength(1), z.maxLength(1_000));
const finite = z.number();
const chance = z.number().check(z.gte(0), z.lte(1));
const side = z.int().check(z.gte(1), z.lte(VALUES_MAX));

const answers = z.discriminatedUnion(
  'kind',
  [
    exactly({
      kind: z.literal('choices'),
      values: z
        .array(text)
        .check(
          z.minLength(1),
          z.maxLength(VALUES_MAX),
          z.refine(values => new Set(values).size === values.length, 'has a value twice'),
        ),
    }),
    exactly({
      kind: z.literal('numbers'),
      edges: z
        .array(finite)
        .check(
          z.minLength(2),
          z.maxLength(VALUES_MAX + 1),
          z.refine(edges => edges.every((edge, i) => i === 0 || edges[i - 1] < edge), 'must rise from edge to edge'),
        ),
    }),
    exactly({
      kind: z.literal('grid'),
      south: finite,
      north: finite,
      west: finite,
      east: finite,
      rows: side,
      columns: side,
    }).check(
      z.refine(({ south, north, west, east }) => south < north && west < east, 'must have an extent both ways'),
      z.refine(({ rows, columns }) => rows * columns <= VALUES_MAX, `must have at most ${VALUES_MAX} cells`),
    ),
  ],
  kinds,
);

/** Whoever reads the wires to all aggregators reads the answer: only a machine's own wires may be open. */
const address = z
  .string()
  .check(
    z.refine(
      place => /^https:\/\/[^/?#@]+(\/[^?#]*)?$|^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d+$/.test(place),
      'must be an https address, or http on this machine with its port',
    ),
    z.refine(place => !place.endsWith('/'), 'must not end with a slash'),
  );

/** Below this parameter the noise could come round modulo 2^32. */
const NOISE_EPSILON_LEAST = 1e-6;

const shape = exactly({
  version: z.literal(1),
  name: text,
  question: text,
  answers,
  /** With shares one report tells as much as two rounds, and can be told at once. */
  protocol: z.enum(['one-report', 'two-rounds']),
  /** The chance of each person to be sampled. */
  sampling: z.number().check(z.gt(0), z.lt(1)),
  /** Chances of the fixed answers from 0 on, in two rounds; `null`: all alike. */
  baseline: z.nullable(z.array(chance)),
  /** Of each aggregator, on each difference; `null`: none, as in the paper, which is no differential privacy. */
  noise: z.nullable(exactly({ epsilon: z.number().check(z.gte(NOISE_EPSILON_LEAST), z.lte(1_000)) })),
  aggregators: z
    .array(address)
    .check(
      z.minLength(2),
      z.maxLength(AGGREGATORS_MAX),
      z.refine(list => new Set(list).size === list.length, 'names an aggregator twice'),
    ),
  /** Reports after this instant are late; `null`: whenever the collector says. */
  closes: z.nullable(z.iso.datetime()),
});

export type Campaign = Readonly<z.infer<typeof shape>> & { readonly answers: Answers };

/** Reads a campaign strictly; what it gives has its keys in one order, so that equal campaigns have one text. */
export function readCampaign(data: unknown): Campaign {
  const parsed = shape.safeParse(data);
  if (!parsed.success) {
    const [{ path, message }] = parsed.error.issues;
    return refuse('campaign_invalid', `${pathText(path) || 'A campaign'} ${message}.`);
  }
  const campaign = frozen(parsed.data);
  dieSides(campaign);
  return campaign;
}

export const roundsOf = ({ protocol }: Campaign): readonly number[] => (protocol === 'two-rounds' ? [1, 2] : [1]);

/** SHA-256 of the campaign's one text, as 64 hex digits. */
export async function fingerprintOf(campaign: Campaign): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(campaign));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('');
}

export const lengthOf = ({ answers }: Pick<Campaign, 'answers'>): number => valuesOf(answers);
