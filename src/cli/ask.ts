/** `sortition ask`: one question in SQL, answered with noise and charged to the ledger; `--explain` only says what it would cost. */
import type { Command } from 'commander';
import type { Answered, AskOptions } from '../answer.ts';
import { Refusal, refuse } from '../vocabulary/index.ts';
import { type AnswerColumns, columnsOf } from './answer-columns.ts';
import { answerAsCsv } from './answer-csv.ts';
import { describeAnswer } from './answer-text.ts';
import { describeExplanation } from './explain-text.ts';
import { decimal, read } from './flags.ts';
import { withData } from './opened-data.ts';
import { checkWritable, writeOut } from './output-file.ts';
import type { Note, Reply, Say } from './reply.ts';

interface Flags {
  readonly policy: string;
  readonly sql: string;
  readonly epsilon?: string;
  readonly innerEpsilon?: string;
  readonly intervalShare?: string;
  readonly delta?: string;
  readonly rho?: string;
  readonly fresh?: true;
  readonly analyst?: string;
  readonly idempotencyKey?: string;
  readonly explain?: true;
  readonly out?: string;
}

export function addAsk(program: Command, say: Say, note: Note): void {
  program
    .command('ask')
    .description('a private question to the data of a policy, in SQL')
    .requiredOption('--policy <file>', 'the policy')
    .requiredOption('--sql <text>', 'the question')
    .option('--epsilon <epsilon>', 'the most that may be charged', read(decimal, 'epsilon'))
    .option('--delta <delta>', 'the most that may be charged (default: 0)', read(decimal, 'delta'))
    .option('--rho <rho>', 'instead of epsilon, under a concentrated budget', read(decimal, 'rho'))
    .option(
      '--inner-epsilon <epsilon>',
      'fixes what is spent inside a sample or part; the charge follows',
      read(decimal, 'inner-epsilon'),
    )
    .option(
      '--interval-share <share>',
      'the part of epsilon that buys tight intervals of a sample',
      read(decimal, 'interval-share'),
    )
    .option('--fresh', 'pay for new noise instead of repeating a recorded answer')
    .option('--analyst <name>', 'who asks (default: custodian)')
    .option('--idempotency-key <key>', 'retries under one key are charged once')
    .option('--explain', 'only what it would cost, the error to expect, and the SQL')
    .option('--out <file>', 'also write the answer into this .csv or .json file')
    .option('--json', 'one JSON object on standard output')
    .action(async (flags: Flags) => {
      if (flags.epsilon === undefined && flags.innerEpsilon === undefined && flags.rho === undefined)
        refuse(
          'usage',
          'Say how much may be charged: --epsilon, --rho, or --inner-epsilon inside a sample. Try sortition --help.',
        );
      if (flags.out !== undefined) await checkOut(flags.out);
      await say(await (flags.explain ? explanation(flags) : answer(flags, note)));
    });
}

async function checkOut(out: string): Promise<void> {
  if (!/\.(csv|json)$/i.test(out)) refuse('value_out_of_range', `--out ends in .csv or .json; ${out} does not.`);
  await checkWritable(out);
}

async function explanation({ policy, sql, out, ...flags }: Flags): Promise<Reply> {
  if (out !== undefined) refuse('flags_conflict', '--out is for answers; leave it out with --explain.');
  // Engines take longer to load than other commands to run.
  const { explainSql } = await import('../answer.ts');
  const explained = await explainSql(policy, sql, optionsOf(flags));
  return { json: explained, text: describeExplanation(explained) };
}

async function answer({ policy, sql, analyst, out, ...flags }: Flags, note: Note): Promise<Reply> {
  const signal = interruption();
  return withData({ policy, analyst, note }, async data => {
    const question = await data.sql(sql);
    const answered = await question.ask({ ...optionsOf(flags), signal });
    const columns = columnsOf(question.plan);
    if (out !== undefined) await writeAnswer(out, answered, columns);
    const text = describeAnswer(answered, columns);
    return { json: answered, text: out === undefined ? text : `${text}\nWritten: ${out}` };
  });
}

const writeAnswer = (out: string, answered: Answered, columns: AnswerColumns): Promise<void> =>
  writeOut(out, /\.csv$/i.test(out) ? answerAsCsv(answered, columns) : `${JSON.stringify(answered, null, 2)}\n`);

type Asking = Pick<Flags, 'epsilon' | 'delta' | 'rho' | 'innerEpsilon' | 'intervalShare' | 'fresh' | 'idempotencyKey'>;

const optionsOf = ({
  epsilon,
  delta = '0',
  rho,
  innerEpsilon,
  intervalShare,
  fresh,
  idempotencyKey,
}: Asking): AskOptions => ({
  ...(epsilon === undefined ? {} : { epsilon }),
  ...(rho === undefined ? {} : { rho }),
  ...(intervalShare === undefined ? {} : { interval: { share: intervalShare } }),
  ...(innerEpsilon === undefined ? {} : { inner: { epsilon: innerEpsilon } }),
  delta,
  fresh: fresh ?? false,
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
});

/** Ctrl-C stops the engine and leaves the ledger in order; a second one ends the process at once. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () =>
    controller.abort(
      new Refusal(
        'cancelled',
        'Stopped. What was charged stays charged; the same question again, without --fresh, resumes at no further cost.',
      ),
    ),
  );
  return controller.signal;
}
