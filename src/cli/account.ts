/**
 * `sortition account SPEC.json...`: what a workload costs, as bounds that hold from both sides.
 * With `--plot` the privacy profile and the trade-off curve of all the workloads are drawn into one picture.
 */
import { basename } from 'node:path';
import type { Command } from 'commander';
import { type Answer, account, parseSpecification, type Specification } from '../accounting/index.ts';
import { describeAnswers, describeWorkload } from './account-text.ts';
import { checkWritable, writeOut } from './output-file.ts';
import type { Talk } from './reply.ts';
import { readSpecification } from './specification-file.ts';

interface Workload {
  readonly name: string;
  readonly specification: Specification;
}

export function addAccount(program: Command, { say, input }: Talk): void {
  program
    .command('account')
    .description('the privacy cost of a workload of mechanisms under sampling: certified bounds, curves, calibration')
    .argument('<spec...>', 'specification files, JSON; - reads standard input')
    .option('--plot <file>', 'draw the privacy profile and the trade-off curve to this SVG file')
    .option('--json', 'one JSON object on standard output')
    .action(async (paths: string[], { plot }: { plot?: string }) => {
      if (plot !== undefined) await checkWritable(plot);
      const workloads = await Promise.all(
        paths.map(async path => ({
          name: nameOf(path),
          specification: parseSpecification(await readSpecification(path, input)),
        })),
      );
      const answers = workloads.map(({ specification }) => account(specification));
      if (plot !== undefined) {
        // The drawing library takes longer to load than most workloads to account.
        const [{ curvesOf }, { drawCurves }] = await Promise.all([import('./curves.ts'), import('./plot.ts')]);
        await writeOut(plot, drawCurves(curvesOf(workloads)));
      }
      await say({ json: answersAsJson(workloads, answers), text: answersAsText(workloads, answers, plot) });
    });
}

const nameOf = (path: string): string => (path === '-' ? 'standard input' : basename(path, '.json'));

/** One workload answers as it was asked; several answer under their names. */
const answersAsJson = (workloads: readonly Workload[], answers: readonly (Answer | readonly Answer[])[]): unknown =>
  answers.length === 1
    ? answers[0]
    : { answers: workloads.map(({ name }, index) => ({ specification: name, answer: answers[index] })) };

function answersAsText(
  workloads: readonly Workload[],
  answers: readonly (Answer | readonly Answer[])[],
  plot: string | undefined,
): string {
  const parts = workloads.map(
    ({ name, specification }, index) =>
      `${describeWorkload(name, specification)}\n\n${describeAnswers(specification, [answers[index]].flat())}`,
  );
  if (plot !== undefined) parts.push(`Drawn: ${plot}`);
  return parts.join('\n\n');
}
