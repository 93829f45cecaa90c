/** Whether a question was answered before, of the data as they still are: asked again it is free, whatever is left. */
import type { Plan } from '../plan/index.ts';
import type { Deployment } from './deployment.ts';
import { checkExtent } from './extent.ts';
import { type AskOptions, questionOf } from './question.ts';
import { askingOf, repeated } from './reservation.ts';
import { checkTogether } from './workload.ts';

export async function isRecorded(
  plan: Plan,
  options: AskOptions,
  analyst: string,
  deployment: Deployment,
): Promise<boolean> {
  const question = questionOf([plan], options, analyst);
  const asked = checkTogether(question.plans, deployment.policy);
  checkExtent(asked, deployment.limits);
  return (await repeated(askingOf(question, asked, await deployment.present()), deployment)) !== undefined;
}
