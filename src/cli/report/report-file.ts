/** The file of a report: what is asked, in which words, and what all of it may cost. Read strictly, with places in refusals. */
import { open } from 'node:fs/promises';
import * as z from 'zod/mini';
import { exactly, isSpeakable, pathText } from '../../json/index.ts';
import { type Decimal, isDecimal, type JsonText, readJson } from '../../source/values/index.ts';
import { refuse } from '../../vocabulary/index.ts';

export interface ReportFile {
  readonly title: string;
  readonly text?: string;
  /** The most that all questions together may cost, as exact decimals: epsilon and delta, or rho. */
  readonly limit: ReportLimit;
  readonly questions: readonly ReportQuestion[];
  /** `file:line:column` of a question, for refusals. */
  readonly placeOf: (question: number) => string;
}

export type ReportLimit =
  | { readonly epsilon: string; readonly delta: string; readonly rho?: never }
  | { readonly rho: string; readonly epsilon?: never; readonly delta?: never };

export interface ReportQuestion {
  readonly title: string;
  readonly text?: string;
  readonly sql: string;
  /** Drawn where there are groups, unless this is false. */
  readonly chart?: boolean;
}

/** As many as people read. */
const QUESTIONS_MAX = 100;
const TITLE_MAX = 200;
const TEXT_MAX = 5000;
const BYTES_MAX = 1_000_000;

const words = (most: number) =>
  z.custom<string>(
    value => typeof value === 'string' && value.trim() !== '' && value.length <= most && isSpeakable(value),
    {
      error: ({ input }) =>
        `${input === undefined ? 'is missing; it' : ''} must be a text of 1 to ${most} characters, well-formed and without NUL`.trim(),
    },
  );

/** The exact decimal that was written. */
const amount = z.custom<Decimal>(isDecimal, { error: 'must be a number, such as 0.5' });

const questionSchema = exactly({
  title: words(TITLE_MAX),
  text: z.exactOptional(words(TEXT_MAX)),
  sql: z.custom<string>(value => typeof value === 'string' && value.trim() !== '' && isSpeakable(value), {
    error: 'must be a question in SQL',
  }),
  chart: z.exactOptional(z.boolean({ error: 'must be true or false' })),
});

const COUNT_RULE = `must be a list of 1 to ${QUESTIONS_MAX} questions`;

const reportSchema = exactly({
  title: words(TITLE_MAX),
  text: z.exactOptional(words(TEXT_MAX)),
  epsilon: z.exactOptional(amount),
  delta: z.exactOptional(amount),
  rho: z.exactOptional(amount),
  questions: z
    .array(questionSchema, { error: COUNT_RULE })
    .check(z.minLength(1, { error: COUNT_RULE }), z.maxLength(QUESTIONS_MAX, { error: COUNT_RULE })),
});

export async function readReport(path: string): Promise<ReportFile> {
  const json = readJson(await textOf(path), path, { what: 'report', code: 'specification_invalid' });
  const parsed = reportSchema.safeParse(json.data);
  if (!parsed.success) return refuseAt(json, parsed.error.issues[0]);
  const { epsilon, delta, rho, questions, ...about } = parsed.data;
  return {
    ...about,
    limit: limitOf({ epsilon, delta, rho }, message => refuseAt(json, { path: [], message })),
    questions,
    placeOf: question => json.placeOf(['questions', question, 'sql']),
  };
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

/** A key that is not known is itself the place. */
function refuseAt({ placeOf }: JsonText, { path, message, keys: [unknown] = [] }: Issue): never {
  const place = [...path, ...(unknown === undefined ? [] : [unknown])].map(key =>
    typeof key === 'number' ? key : String(key),
  );
  const what = path.length === 0 ? 'the report' : pathText(path);
  return refuse('specification_invalid', `${placeOf(place)}: ${what} ${message}.`);
}

type Amounts = { readonly [name in 'epsilon' | 'delta' | 'rho']: Decimal | undefined };

/** Whether the amounts are in range is for the question to say. */
function limitOf({ epsilon, delta, rho }: Amounts, refuseIt: (message: string) => never): ReportLimit {
  if (rho === undefined) {
    if (epsilon !== undefined) return { epsilon: epsilon.text, delta: delta?.text ?? '0' };
    return refuseIt(
      'must have an "epsilon", the most that all its questions together may cost (or a "rho", under a concentrated budget)',
    );
  }
  if (epsilon !== undefined || delta !== undefined)
    return refuseIt('must have either "rho" or "epsilon": rho cannot be combined with epsilon or delta');
  return { rho: rho.text };
}

async function textOf(path: string): Promise<string> {
  const unreadable = (): never =>
    refuse('file_unreadable', `${path} cannot be read. Check the path and the permissions.`);
  const file = await open(path).catch(unreadable);
  try {
    const { size } = await file.stat();
    if (size <= BYTES_MAX) return await file.readFile('utf8').catch(unreadable);
    return refuse('specification_too_large', `${path} is larger than ${BYTES_MAX} bytes, the limit for a report.`);
  } finally {
    await file.close();
  }
}
