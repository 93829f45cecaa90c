/** THE ROAD: one question from asked to answered. One station a line; each refuses by its own code. Read this first. */
import { randomBytes } from 'node:crypto';
import { setImmediate as immediately } from 'node:timers/promises';
import { readingOf } from './answer/copies.ts';
import { type Data, dataOf } from './answer/data.ts';
import { recordedSize } from './answer/decision.ts';
import { accountsOf, type Deployment, deploy, limitsOf, type QuestionLimits } from './answer/deployment.ts';
import { announceVersion, drawKeys } from './answer/draws.ts';
import { type Explained, type ExplainedTogether, type ExplainOptions, explained } from './answer/explanation.ts';
import { checkFittingColumns } from './answer/fitting-columns.ts';
import { groupsOf } from './answer/groups.ts';
import { makeCapped } from './answer/making.ts';
import type { Moment } from './answer/opened-data.ts';
import { recordPublicSize } from './answer/public-size.ts';
import { type AskOptions, type Question, questionOf } from './answer/question.ts';
import { type AnsweredTogether, answersOf, keptIn, keptOf, recordOf } from './answer/receipt.ts';
import { type AnswerRow, releaserOf, toldInTurns } from './answer/releaser.ts';
import { type Asking, askingOf, repeated, reserved } from './answer/reservation.ts';
import { failureOf, telling } from './answer/telling.ts';
import { type CheckedWorkload, checkExtent, checkQuestion } from './answer/workload.ts';
import { checkPublicKeys } from './engine/index.ts';
import { samplingOf } from './plan/estimates/index.ts';
import { tablesRead } from './plan/index.ts';
import { fromSql } from './query/index.ts';
import { loadPolicy, type PolicyInput } from './source/index.ts';
import { keyChecks, lower } from './sql/index.ts';
import { refuse } from './vocabulary/index.ts';

export type { BoundsVerbs, FoundBounds } from './answer/bounds.ts';
export { rememberCheck, wasChecked } from './answer/checked-policy.ts';
export type { Data, Verbs } from './answer/data.ts';
export { type Recovered, recover } from './answer/deployment.ts';
export type { DerivationStep } from './answer/derivation.ts';
export { explainOrdered, explanationOrder } from './answer/explanation-order.ts';
export type { CreatedSample, NewSample } from './answer/making.ts';
export type { BoughtNoise } from './answer/noises.ts';
export { type PolicyFit, policyFit } from './answer/policy-fit.ts';
export type { QuantileEstimate } from './answer/quantiles.ts';
export {
  type Answered,
  type AnsweredTogether,
  answerOf,
  type ChargeDerivation,
  rowsIn,
} from './answer/receipt.ts';
export type { ReleasedBounds } from './answer/released-bounds.ts';
export type { AnswerRow, Bin, ReleasedValue } from './answer/releaser.ts';
export { isRecorded } from './answer/reservation.ts';
export type { AskedSample } from './answer/sample.ts';
export type { TypedRow } from './answer/typed-row.ts';
export type { ComputedEstimate, Estimate, UnboundedEstimate, Withheld } from './plan/estimates/index.ts';
export type { AskOptions, Explained, ExplainedTogether, ExplainOptions };

/** Who asks unless somebody else is named. */
const CUSTODIAN = 'custodian';

/** What is asked, from asked to answered. A crash or an engine's failure after `reserve` leaves it spent, never free. */
async function answer(question: Question, on: Deployment): Promise<AnsweredTogether> {
  on.checkOpen();
  const asked = checkQuestion(question, on.policy); //                         names, types, bounds
  checkExtent(asked, on.limits); //                                            not more than may be told
  const present = await on.present(); //                                       which data these are
  const asking = askingOf(question, asked, present); //                        which request that is, by state of the ledger
  const repeat = await repeated(asking, on); //                                free, and reads nothing
  if (repeat !== undefined) return answersOf(repeat, keptIn(repeat), asked, 'recorded');
  const moment = await on.begin(present);
  try {
    return await answerAt(moment, asking, on);
  } finally {
    await moment.end();
  }
}

/** All that is read is of one moment, or nothing is released of it. */
async function answerAt(moment: Moment, asking: Asking, on: Deployment): Promise<AnsweredTogether> {
  const { engine, snapshot } = moment;
  const { question, asked, present } = asking;
  const limits = limitsOf(question, on);
  limits.signal?.throwIfAborted(); //                                          before anything is charged
  const target = { dialect: engine.dialect, catalogue: engine.catalogue, key: randomBytes(32).toString('hex') };
  await engine.reach();
  await announceVersion(on, present); //                                       not of a past that is over
  for (const checked of asked.plans) await checkPublicKeys(snapshot, keyChecks(checked, target)); // public tables only
  for (const checked of asked.plans) checkFittingColumns(checked, target); //   as they lie in the data
  await recordPublicSize(asked.whole, on, present, snapshot, target); //       where the policy says so
  const size = recordedSize(asked.whole, on.ledger.state(), present.states);
  const samplings = asked.plans.map(checked => samplingOf(checked, size));
  await makeCapped(question, asked.whole, on, present); //                     samples that are paid for beforehand
  const reservation = await reserved(asking, on);
  if (!('priced' in reservation)) return answersOf(reservation.hold, keptIn(reservation.hold), asked, 'recorded');
  const { hold, priced, paid } = reservation; //                               what was priced is what is applied
  try {
    const secret = { ...target, drawKeys: await drawKeys(priced.draws, on.ledger.keys) };
    const reading = await readingOf(paid.whole, priced.draws, moment, secret);
    const released: (readonly AnswerRow[])[] = [];
    for (const [i, checked] of paid.plans.entries()) {
      const releaser = releaserOf(checked, priced.mechanisms[i], on.below, samplings[i]);
      const queries = lower(checked, reading.target);
      const groups = await groupsOf(checked, queries, reading.run(queries, limits), telling(releaser.shows));
      released.push(await telling(toldInTurns)(releaser, groups));
    }
    checkUnchanged(moment, paid); //                                           all of it was of one state
    const kept = telling(keptOf)(paid, released, priced, on.policy);
    const receipt = await on.ledger.settle(hold, telling(recordOf)(kept)); //  durable before anything is released
    await immediately(); //                                                    others have their turn
    return answersOf({ ...hold, ...receipt }, kept, asked, hold.resumed ? 'resumed' : 'new');
  } catch (caught) {
    const { thrown, lost } = failureOf(caught, limits.signal);
    // if even this cannot be written, the charge stays and the same question resumes it
    await on.ledger[lost ? 'lose' : 'fail'](hold, incidentOf(thrown)).catch(() => {});
    throw thrown;
  }
}

/** Files have no snapshots: rows of two states would be of neither, and were charged as one. */
function checkUnchanged({ holds }: Moment, { plans }: CheckedWorkload): void {
  if (holds(plans.flatMap(tablesRead))) return;
  refuse(
    'source_changed',
    'The data changed while they were read, so nothing is released; the charge stands. Replace files ' +
      'by renaming, and ask again.',
  );
}

const incidentOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : 'unknown');

/** What a question in SQL would be charged, and how far it would err. Opens no data, and a ledger only where there is one. */
export async function explainSql(policy: PolicyInput | string, text: string, options: AskOptions): Promise<Explained> {
  const loaded = await loadPolicy(policy);
  return explained(questionOf([await fromSql(text, loaded)], options, CUSTODIAN), loaded, await accountsOf(loaded));
}

export interface OpenOptions extends QuestionLimits {
  /** Who asks: the custodian unless said. */
  readonly analyst?: string | undefined;
}

/** Opens the data of a policy, given as a path or by `definePolicy`, for one analyst. */
export async function open<const P extends PolicyInput>(
  policy: P | string,
  options: OpenOptions = {},
): Promise<Data<P>> {
  const { analyst = CUSTODIAN, ...limits } = options;
  return dataOf<P>(await deploy(policy, limits), analyst, answer);
}
