/** What each kind of entry that charges must cost, from what it records and from what came before. */
import { type Charged, charge, type DrawStep, reserve, type TablePathStep } from './accounts.ts';
import { type FullCost, isPure } from './failing-prices.ts';
import { epsilonOf, type FixedLoss, readLoss, type WrittenLoss } from './fixed-loss.ts';
import { type Fixed, fixed } from './fixed-point.ts';
import { type ClaimedDraw, definitionOf, isByChance, type LineageContext, type TablePath, wayTo } from './lineage.ts';
import { unknown, wrong } from './objection.ts';
import { type Accounted, collected, FREE_OF_CHARGE, type ReleaseBody, released } from './other-charges.ts';
import { checkState, policyKnown } from './policies.ts';
import { WHOLE } from './prices.ts';
import { publicUnits } from './public-sizes.ts';
import { questionCost, questionRho, recordedMeans, recordedQuantiles } from './question-cost.ts';
import { type RecordedPlan, type RecordedScheme, type RecordedTable, rowsInOneGroup } from './recorded.ts';
import type { AskedPlan } from './statistics.ts';
import { addedRho, lossByRho, type RhoOfParts, rhoOfCap, rhoOfParts } from './sum-of-rho.ts';
import { type ChargingBody, forget, type ReplayState, type WrittenSpending } from './world.ts';

export function accounted(world: ReplayState, kind: string, body: ChargingBody, entry: number): Accounted {
  switch (kind) {
    case 'reserved':
      return reserved(world, body, entry);
    case 'sample-created':
      return created(world, body as unknown as CreatedBody);
    case 'release-drawn':
      return released(world, body as unknown as ReleaseBody);
    default:
      forget(world);
      return unknown('The loss before a recovery comes from the anchor, and no entry proves it.');
  }
}

interface Detail {
  readonly inner: WrittenLoss;
  readonly draws: readonly ClaimedDraw[];
  readonly base?: string;
  /** How statistics share noises; absent where it was written when each had its own. */
  readonly means?: string;
  /** How quantiles are drawn; absent where it was written when each was drawn alone. */
  readonly quantiles?: string;
}

interface AskedBody {
  readonly plan: RecordedPlan | readonly RecordedPlan[] | { readonly collect?: string; readonly agreed?: string };
  readonly epsilon: string | null;
  readonly rho?: string;
  readonly inner: string | null;
  readonly sourceVersion?: string | null;
}

const OLD =
  'Written before states of the data were recorded (schema version 3). Draws and parts over data that changed, over columns that vary ' +
  'within a person, by keys that are not unique, or with a public size were charged too little by the rules of that time: see SECURITY.md.';

function reserved(world: ReplayState, body: ChargingBody, entry: number): Accounted {
  const question = body.question as AskedBody;
  const { fingerprint } = world;
  world.held.set(entry, { inner: null, isOfSize: false, ofOneState: [], policy: fingerprint });
  if (typeof question?.plan !== 'object' || question.plan === null) return unknown('The entry contains no plan.');
  if ('agreed' in question.plan) return FREE_OF_CHARGE;
  if ('collect' in question.plan) return collected(body);
  const plans = (Array.isArray(question.plan) ? question.plan : [question.plan]) as readonly RecordedPlan[];
  if (plans.some(plan => plan?.version !== 1)) return unknown('The entry contains no plan that this version can read.');
  if (body.state === undefined) return unknown(OLD);
  const detail = body.detail as Detail;
  const inner = readLoss(detail.inner);
  const policy = policyKnown(world);
  const stateOf = plans.flatMap(({ input }) => tablesIn(input));
  checkState(world, body.state, question.sourceVersion, stateOf);
  const around = (claimed: readonly ClaimedDraw[]): LineageContext => ({
    ...{ policy, draws: world.draws, claimed, state: body.state ?? null, stateOf, baseState: detail.base },
    isPriced: true,
    named: (state, tables) => checkState(world, state, question.sourceVersion, tables),
    units: table =>
      publicUnits(world, policy, table, detail.base ?? (isAlone(table, stateOf) ? body.state : undefined)),
  });
  const ways = plans.map(({ input }) => wayTo(input, around(detail.draws)));
  const [way] = ways;
  checkAlike(ways.map(({ steps }) => steps));
  const ofOneState = way.steps.flatMap(step => (isOfOneState(step) ? [step.node] : []));
  world.held.set(entry, { inner, isOfSize: way.steps.some(isOfSize), ofOneState, policy: fingerprint });
  if (detail.base !== undefined) checkState(world, detail.base, question.sourceVersion, [way.baseName]);
  for (const table of way.protects) world.asked.add(table);
  checkAsked(question, inner, plans, way.steps);
  checkUntainted(world, way.steps);
  if (body.tables?.join() !== way.protects.join()) wrong(`Charged to ${body.tables}, not to ${way.protects}.`);
  const { neighbours: relation } = way.base;
  const through = (rho: Fixed): RhoOfParts => {
    const ofParts = rhoOfParts(world.accounts, way.steps, relation, rho, holdingRho(body));
    checkRecordedRho(world, body, ofParts);
    return ofParts;
  };
  if (question.rho !== undefined) {
    const loss = lossByRho(question.rho, inner, plans, way.steps);
    const { rho, branch, parts } = through(loss.rho ?? 0n);
    countQuestion(world, parts);
    return { cost: { ...loss, rho }, branch: null, rhoBranch: branch };
  }
  const asked = plans.map((plan, i) => askedOf(plan, ways[i]));
  const rules = { means: recordedMeans(detail.means), quantiles: recordedQuantiles(detail.quantiles) };
  const table = { relation, ...rules };
  const cost = questionCost(asked, table, inner);
  const alone = () => questionRho(asked, table, inner);
  const asIfAlone = world.failing === null ? undefined : addedRho(world.accounts, way.steps, cost, relation, alone());
  // with a delta a part by a key is a filter
  const ofParts = asIfAlone === undefined || !isPure(cost) ? undefined : through(asIfAlone);
  const charged = charge(world.accounts, way.steps, cost, relation);
  countQuestion(world, charged.added);
  checkRecorded(world, body, charged, way.steps[0].kind === 'map');
  return {
    ...asAccounted(charged, relation, ofParts?.rho ?? asIfAlone),
    ...(ofParts !== undefined && { rhoBranch: ofParts.branch }),
  };
}

/** Where every unit has one row and all of them are asked, what is added up is the same however it is bounded. */
const askedOf = (
  plan: RecordedPlan,
  { columns, base, hasOneRowEach, rowsMost, protects, steps }: TablePath,
): AskedPlan => ({
  plan,
  columns,
  // a bound of rows in a group is one of its own table: after a join there is none
  rowsPerUnit: hasOneRowEach ? 1 : protects.length > 1 ? rowsMost : rowsInOneGroup(base),
  isPlain: hasOneRowEach && steps.every(({ kind }) => kind !== 'draw'),
  isDrawn: steps.some(({ kind }) => kind === 'draw'),
});

/** The parts of which an entry says what they hold in concentrated privacy. */
const holdingRho = ({ nodes = [] }: ChargingBody): ReadonlySet<string> =>
  new Set(nodes.filter(({ rho }) => rho !== undefined).map(({ node }) => node));

const isAlone = (table: string, tables: readonly string[]): boolean => tables.every(read => read === table);

function tablesIn(table: RecordedTable): readonly string[] {
  if (table.kind === 'scan') return [table.table];
  const joined = table.kind === 'join' ? [table.table] : table.kind === 'unitJoin' ? tablesIn(table.with) : [];
  return [...tablesIn(table.input), ...joined];
}

const isOfSize = (step: TablePathStep): boolean =>
  step.kind === 'draw' && 'of' in step.operator && step.operator.of !== null;

/** Who is in it follows from all units of a state. */
const isOfOneState = (step: TablePathStep): step is DrawStep =>
  step.kind === 'draw' && !step.fresh && !['bernoulli', 'stratified', 'random-split'].includes(step.operator.kind);

/** What only one question was charged for may be answered of another state, if nothing is ever asked here again. */
function countQuestion({ questions, left }: ReplayState, added: readonly { readonly node: string }[]): void {
  for (const { node } of added) {
    if (left.has(node)) wrong(`The charge on ${node} was for another state of the data, but is used again.`);
    questions.set(node, (questions.get(node) ?? 0) + 1);
  }
}

/** Questions that are asked together ask one table: what follows the last draw may differ. */
function checkAlike(ways: readonly (readonly TablePathStep[])[]): void {
  const drawsOf = (steps: readonly TablePathStep[]): string =>
    JSON.stringify(steps.flatMap(step => (step.kind === 'draw' ? [step.node, step.part] : [])));
  if (ways.some(way => drawsOf(way) !== drawsOf(ways[0])))
    wrong('Questions about different tables were charged as one.');
}

/** What is given to the mechanisms is what was asked for, unless a sample stands between. */
function checkAsked(
  question: AskedBody,
  inner: FixedLoss,
  plans: readonly RecordedPlan[],
  way: readonly TablePathStep[],
): void {
  if (plans.some(({ grouping }) => grouping.kind === 'private') && inner.delta === 0n)
    wrong('Groups that are not listed in advance were found without a delta.');
  const isDrawn = way.some(({ kind }) => kind === 'draw');
  const asked = question.inner ?? (isDrawn ? null : question.epsilon);
  if (asked !== null && fixed(asked) !== inner.epsilon)
    wrong('The mechanisms used another epsilon than the question asked for.');
}

function checkUntainted(world: ReplayState, way: readonly TablePathStep[]): void {
  for (const step of way)
    if (step.kind === 'draw' && world.tainted.has(step.node))
      unknown(
        'An earlier question on the same draw could not be recomputed, so this price cannot be recomputed either.',
      );
}

const NOTHING = { epsilon: 0n, replace: 0n };

/** What later prices follow from is recorded too: never less than was spent, all entries of a node together. */
function checkRecorded(world: ReplayState, { nodes = [] }: ChargingBody, { added }: Charged, isPublic: boolean): void {
  for (const { node, spent } of nodes) {
    const before = world.recorded.get(node) ?? NOTHING;
    if (spent !== undefined)
      world.recorded.set(node, {
        epsilon: before.epsilon + fixed(spent.epsilon),
        replace: before.replace + fixed(spent.replace),
      });
  }
  for (const { node, part } of added) {
    const account = world.accounts.get(node)?.spent.get(part);
    // what costs nothing is not recorded, as the share of a few people that is nobody
    const recorded = world.recorded.get(part === WHOLE ? node : `[${JSON.stringify(node)},${part}]`) ?? NOTHING;
    if (account === undefined) continue;
    // with public sizes nobody is added or removed
    const isHeld = (isPublic || recorded.epsilon >= account.epsilon) && recorded.replace >= account.replace;
    if (!isHeld) wrong(`The recorded spending on ${node} is less than what was spent there.`);
  }
}

/** The same of what parts by a key hold in concentrated privacy. */
function checkRecordedRho({ recordedRho, accounts }: ReplayState, { nodes = [] }: ChargingBody, { parts }: RhoOfParts) {
  for (const { node, rho } of nodes)
    if (rho !== undefined) recordedRho.set(node, (recordedRho.get(node) ?? 0n) + fixed(rho.spent));
  for (const { node, part } of parts)
    if ((recordedRho.get(`[${JSON.stringify(node)},${part}]`) ?? 0n) < (accounts.get(node)?.rhos.get(part) ?? 0n))
      wrong(`The recorded rho on ${node} is less than what was spent there.`);
}

function asAccounted({ base, branch }: Charged, relation: string, rho: Fixed | undefined): Accounted {
  const cost =
    relation === 'add-remove'
      ? { epsilon: base.epsilon, delta: base.delta }
      : { epsilon: base.replace, delta: base.replaceDelta };
  return { cost: { ...cost, ...(rho !== undefined && { rho }) }, branch };
}

interface CreatedBody extends ChargingBody {
  readonly name: string;
  readonly node: string;
  readonly definition: string;
  readonly described: { readonly input: RecordedTable; readonly scheme: RecordedScheme };
  readonly commitment: string | null;
  readonly version: string | null;
  readonly cap: WrittenSpending | null;
}

const SPLITS = ['random', 'fixed-size', 'fraction'];

/** A new draw has a new key, and so a node of its own; with a cap it is charged at once, and else only for what is asked. */
function created(world: ReplayState, body: CreatedBody): Accounted {
  const { name, node, definition, described, commitment, cap } = body;
  if (commitment !== null && world.commitments.has(commitment))
    return wrong('The key of an earlier sample was used again.');
  if (commitment === null && isByChance(described.scheme)) return wrong(`${name} was drawn at random without a key.`);
  // what no chance drew is the same table again, with all that was spent on it
  if (commitment !== null && (world.nodes.has(node) || world.accounts.has(node)))
    return wrong(`${name} is counted as a different draw, as if no person could be in both.`);
  world.nodes.add(node);
  if (commitment !== null) world.commitments.add(commitment);
  if (body.state === undefined) return cap === null ? FREE_OF_CHARGE : unknown(OLD);
  if (world.draws.has(name)) return wrong(`${name} was drawn a second time without being retired.`);
  world.draws.set(name, { node, definition, state: body.state });
  const { input, scheme } = described;
  const policy = policyKnown(world);
  const stateOf = tablesIn(input);
  checkState(world, body.state, body.version, stateOf);
  const around: LineageContext = {
    ...{ policy, draws: world.draws, claimed: undefined, state: body.state, stateOf, baseState: undefined },
    // without a cap nothing is priced yet
    isPriced: cap !== null,
    named: (state, tables) => checkState(world, state, body.version, tables),
    units: table =>
      cap === null ? null : publicUnits(world, policy, table, isAlone(table, stateOf) ? body.state : undefined),
  };
  const { identities } = wayTo(input, around);
  const kind = (['sample', 'split'] as const).find(
    each =>
      definitionOf(each, input, scheme, identities) === definition &&
      (each === 'sample' || SPLITS.includes(scheme.kind)),
  );
  if (kind === undefined) return wrong(`${name} was not drawn from what its entry says.`);
  if (cap === null) return FREE_OF_CHARGE;
  const drawn: RecordedTable =
    kind === 'sample'
      ? { kind, input, scheme, name }
      : { kind: 'part', input, split: scheme, part: scheme.parts?.[0].name ?? 'first', name };
  const { steps, base } = wayTo(drawn, around);
  checkUntainted(world, steps);
  const { neighbours } = base;
  const rho = world.failing === null ? undefined : rhoOfCap(world.accounts, steps, spendingOf(cap), neighbours);
  const charged = reserve(world.accounts, steps, spendingOf(cap), neighbours);
  checkRecorded(world, body, charged, steps[0].kind === 'map');
  return asAccounted(charged, neighbours, rho);
}

const spendingOf = ({ replace, replaceDelta, ...loss }: WrittenSpending): FullCost => ({
  epsilon: epsilonOf(readLoss(loss)),
  delta: readLoss(loss).delta,
  replace: fixed(replace),
  replaceDelta: fixed(replaceDelta),
});
