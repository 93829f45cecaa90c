/** `sortition report REPORT.json`: several questions as one page, asked and charged all or not at all. */
import type { Command } from 'commander';
import { refuse } from '../../vocabulary/index.ts';
import { noteUnchecked } from '../checked-policy.ts';
import { untilInterrupted } from '../interruption.ts';
import { withData } from '../opened-data.ts';
import { checkReplaceable, replaceWhole } from '../output-file.ts';
import type { Note, Reply, Talk } from '../reply.ts';
import { askReport, explainReport } from './asked-report.ts';
import { type ReportFile, readReport } from './report-file.ts';
import { describeExplainedReport, describeReport } from './report-text.ts';

interface Flags {
  readonly policy: string;
  readonly out?: string;
  readonly analyst?: string;
  readonly explain?: true;
}

export function addReport(program: Command, { say, note }: Talk): void {
  program
    .command('report')
    .description('ask several questions together, charged once, and write the answers as one HTML page')
    .argument('<report>', 'a JSON file: title, epsilon, and the questions in SQL with titles')
    .requiredOption('--policy <file>', 'the policy')
    .option('--out <file>', 'where to write the page; it must end in .html')
    .option('--analyst <name>', 'who asks (default: custodian)')
    .option('--explain', 'show the cost, the expected errors and how many runs the budget holds, and charge nothing')
    .option('--json', 'one JSON object on standard output')
    .action(async (file: string, flags: Flags) => {
      const out = await checkedOut(flags);
      const report = await readReport(file);
      await say(await (out === undefined ? explanation(report, flags, note) : page(report, out, flags, note)));
    });
}

/** Asked before anything is charged; nothing where nothing is written. */
async function checkedOut({ out, explain }: Flags): Promise<string | undefined> {
  if (explain) {
    if (out !== undefined) refuse('flags_conflict', '--explain gives no page to write: leave out --out.');
    return undefined;
  }
  if (out === undefined)
    return refuse('usage', 'Give --out, the page to write, or --explain. See sortition report --help.');
  if (!/\.html?$/i.test(out)) refuse('value_out_of_range', `--out must end in .html; ${out} does not.`);
  await checkReplaceable(out);
  return out;
}

const explanation = (report: ReportFile, { policy, analyst }: Flags, note: Note): Promise<Reply> =>
  withData({ policy, analyst, note }, async data => {
    const explained = await explainReport(report, data);
    return { json: explained, text: describeExplainedReport(explained) };
  });

const page = (report: ReportFile, out: string, { policy, analyst }: Flags, note: Note): Promise<Reply> =>
  untilInterrupted(signal =>
    withData({ policy, analyst, note, valuesMost: VALUES_MAX }, async data => {
      const asked = await askReport(report, data, signal);
      if (analyst === undefined && !asked.recorded) await noteUnchecked(asked.policy, note);
      // The drawing library takes longer to load than other commands to run.
      const { reportPage } = await import('./report-page.ts');
      await replaceWhole(out, reportPage(asked));
      const { questions, charged, remaining, recorded, sample, entry, head, runsLeft } = asked;
      const answers = questions.map(({ title, rows }) => ({ title, rows }));
      return {
        json: { out, questions: answers, charged, remaining, recorded, runsLeft, sample, entry, head },
        text: describeReport(asked, out),
      };
    }),
  );

/** More than anybody reads on a page. */
const VALUES_MAX = 100_000;
