/** `sortition ask`: one question in SQL, answered with noise and charged to the ledger; `--explain` only says what it would cost. */
import type { Command } from 'commander';
import type { Answered, AskOptions } from '../answer.ts';
import { refuse } from '../vocabulary/index.ts';
import { type AnswerColumns, columnsOf } from './answer-columns.ts';
import { answerAsCsv } from './answer-csv.ts';
import { describeAnswer } from './answer-text.ts';
import { noteUnchecked } from './checked-policy.ts';
import { withCostFlags } from './cost-flags.ts';
import { describeExplanation } from './explain-text.ts';
import { decimal, read } from './flags.ts';
import { untilInterrupted } from './interruption.ts';
import { withData } from './opened-data.ts';
import { checkWritable, writeOut } from './output-file.ts';
import type { Note, Reply, Talk } from './reply.ts';

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

export function addAsk(program: Command, { say, note }: Talk): void {
  withCostFlags(
    program
      .command('ask')
      .description('ask a private question in SQL about the data of a policy')
      .requiredOption('--policy <file>', 'the policy')
      .requiredOption('--sql <text>', 'the question'),
  )
    .option(
      '--inner-epsilon <epsilon>',
      'epsilon to spend inside a sample or part; the charge is computed from it',
      read(decimal, 'inner-epsilon'),
    )
    .option(
      '--interval-share <share>',
      'the share of epsilon to spend on tight confidence intervals for a sample',
      read(decimal, 'interval-share'),
    )
    .option('--fresh', 'pay for new noise instead of returning the recorded answer')
    .option('--analyst <name>', 'who asks (default: custodian)')
    .option('--idempotency-key <key>', 'retries with the same key are charged once')
    .option('--explain', 'show the cost, the expected error and the SQL, and charge nothing')
    .option('--out <file>', 'also write the answer to this .csv or .json file')
    .option('--json', 'one JSON object on standard output')
    .action(async (flags: Flags) => {
      if (flags.epsilon === undefined && flags.innerEpsilon === undefined && flags.rho === undefined)
        refuse(
          'usage',
          'Give --epsilon, --rho, or --inner-epsilon for a sample: a question needs a limit on its cost. See sortition ask --help.',
        );
      if (flags.out !== undefined) await checkOut(flags.out);
      await say(await (flags.explain ? explanation(flags) : answer(flags, note)));
    });
}

async function checkOut(out: string): Promise<void> {
  if (!/\.(csv|json)$/i.test(out)) refuse('value_out_of_range', `--out must end in .csv or .json; ${out} does not.`);
  await checkWritable(out);
}

async function explanation({ policy, sql, out, ...flags }: Flags): Promise<Reply> {
  if (out !== undefined) refuse('flags_conflict', '--explain gives no answer to write: leave out --out.');
  // Engines take longer to load than other commands to run.
  const { explainSql } = await import('../answer.ts');
  const explained = await explainSql(policy, sql, optionsOf(flags));
  return { json: explained, text: describeExplanation(explained) };
}

async function answer({ policy, sql, analyst, out, ...flags }: Flags, note: Note): Promise<Reply> {
  return untilInterrupted(signal =>
    withData({ policy, analyst, note }, async data => {
      const question = await data.sql(sql);
      const answered = await question.ask({ ...optionsOf(flags), signal });
      if (analyst === undefined && !answered.recorded) await noteUnchecked(data.deployment.policy, note);
      const columns = columnsOf(question.plan);
      if (out !== undefined) await writeAnswer(out, answered, columns);
      const text = describeAnswer(answered, columns);
      return { json: answered, text: out === undefined ? text : `${text}\nWritten: ${out}` };
    }),
  );
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
