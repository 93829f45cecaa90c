/** The check of the policy against its data as the work of a job: it reads every row. */
import { type Data, policyFit, rememberCheck } from '../../answer.ts';
import type { PolicyInput } from '../../source/index.ts';
import type { JobOrder } from './job.ts';

export const fitWork =
  ({ deployment }: Data<PolicyInput>): JobOrder<'policy-check'>['work'] =>
  async ({ signal, progress }) => {
    progress('comparing every row with the policy', 0);
    const fit = await policyFit(deployment, { signal });
    // who checks here is not reminded on the command line
    await rememberCheck(deployment.policy);
    return fit;
  };
