/** A case and its verdict: what was charged, what was told, and everything in which the promise is broken. */
import { concentratedDelta } from '../../../src/accounting/concentrated/conversion.ts';
import type { Case } from '../generate/case.ts';
import type { Dice } from '../generate/dice.ts';
import { otherPeople } from '../generate/people.ts';
import { adaptiveFailure, instead } from './adaptive.ts';
import type { Ground } from './ground.ts';
import { type Asked, type Component, componentsOf, releasesOn } from './law.ts';
import { noiseFindings } from './noise-check.ts';
import { type Walk, walk } from './road.ts';
import { failureAt, isPure, pureLoss, rhoOf } from './verdict.ts';

export interface Verdict {
  /** Nothing where the promise holds. */
  readonly findings: readonly string[];
  /** The case itself, or the same program with the people for whom it fails. */
  readonly shown: Case;
  readonly said: readonly string[];
  /** How many neighbours were compared, and how many had too many outcomes. */
  readonly compared: number;
  readonly skipped: number;
  /** How many of them chose their last question. */
  readonly chosen: number;
  /** The largest part of a charge that was true loss: 1 where nothing was charged in vain. */
  readonly reached: number;
}

export interface Effort {
  /** Draws other people for the same program; without them the case is judged as it stands. */
  readonly dice?: Dice;
  readonly neighbours: number;
  /** Also walks the case in the other world, and compares what is said. */
  readonly both: boolean;
  /** Also draws thousands of answers, and compares their noise with its law. */
  readonly noise?: number | undefined;
}

/** The case alone, in both worlds. */
export const ALONE: Effort = { neighbours: 1, both: true, noise: undefined };

export async function judge(that: Case, ground: Ground, { dice, neighbours, both, noise }: Effort): Promise<Verdict> {
  const one = await walk(that, 'one', ground);
  const findings = [...one.findings];
  if (both) {
    const other = await walk(that, 'other', ground);
    findings.push(...other.findings);
    if (JSON.stringify(one.said) !== JSON.stringify(other.said))
      findings.push(`what is said depends on people: ${JSON.stringify(one.said)} and ${JSON.stringify(other.said)}`);
  }
  if (noise !== undefined && one.releases.length > 0) findings.push(...noiseFindings(one.releases[0], noise));
  // charges do not depend on people, so that one walk serves all of them
  const alternative = await otherWay(that, one, ground);
  let [shown, reached, compared, skipped, chosen, work] = [that, 0, 0, 0, 0, 0];
  for (
    let people = that;
    compared + skipped < neighbours && work < WORK_MOST && findings.length === 0;
    people = otherPeople(dice!, shown)
  ) {
    const found = comparison(people, one, compared % 3 === 0);
    if (found === undefined) skipped += 1;
    else compared += 1;
    work += found?.work ?? 0;
    if (found?.finding !== undefined) findings.push(found.finding);
    const choice = alternative && findings.length === 0 ? choiceOf(people, one, alternative) : undefined;
    chosen += choice === undefined ? 0 : 1;
    if (choice?.finding !== undefined) findings.push(choice.finding);
    if (findings.length > 0 || (found?.reached ?? 0) > reached) {
      shown = people;
      reached = found?.reached ?? 0;
    }
    if (dice === undefined) break;
  }
  return { findings, shown, said: one.said, compared, skipped, chosen, reached };
}

/** The last question that might be asked instead, and what is charged for either choice. */
interface Alternative {
  readonly last: Asked;
  readonly charged: Walk['spent'];
}

async function otherWay(that: Case, one: Walk, ground: Ground): Promise<Alternative | undefined> {
  if (that.otherwise === undefined) return undefined;
  const other = await walk({ ...that, steps: [...that.steps.slice(0, -1), that.otherwise] }, 'one', ground);
  const both = [one, other].every(({ said }) => said.at(-1)!.startsWith('answered'));
  if (!both || other.releases.length !== one.releases.length || one.releases.length < 2) return undefined;
  const [mine, theirs] = [one, other].map(({ charges }) => charges.at(-1)!);
  return {
    last: instead(one.releases, other.releases),
    charged: { epsilon: larger(mine.epsilon, theirs.epsilon), delta: Math.max(mine.delta, theirs.delta) },
  };
}

const larger = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : Math.max(one, other);

/** Undefined where there is too much to enumerate, or where no epsilon bounds what is told. */
function choiceOf(people: Case, { releases }: Walk, { last, charged: { epsilon, delta } }: Alternative) {
  if (epsilon === null) return undefined;
  const failure = adaptiveFailure(releasesOn([...releases, last], people), epsilon);
  if (failure === undefined) return undefined;
  const said = `who chooses the last question: charged epsilon ${epsilon} and delta ${delta}, true delta ${failure}`;
  return { finding: isWithin(failure, delta) ? undefined : said };
}

/** Charges are rounded up from exact amounts, losses are computed in doubles. */
const ROUNDING = 1e-9;
const isWithin = (loss: number, charged: number): boolean => loss <= charged * (1 + ROUNDING) + ROUNDING;

interface Measure {
  readonly what: string;
  readonly loss: number;
  readonly charged: number;
}

/** In every way in which the charge bounds the loss. */
function measuresOf(components: readonly Component[], { epsilon, delta, rho }: Walk['spent']): Measure[] {
  // what is charged with a delta may have a greater loss, rarely
  const byEpsilon = (most: number): Measure =>
    delta === 0 && isPure(components)
      ? { what: 'loss', loss: pureLoss(components), charged: most }
      : { what: 'delta', loss: failureAt(components, most), charged: delta };
  return [
    ...(epsilon === null ? [] : [byEpsilon(epsilon)]),
    ...(rho === undefined ? [] : byRho(components, rho, delta)),
  ];
}

const EPSILONS = [0.25, 1, 3];

/** The worst of all orders; where something may fail, what rho leaves of delta at a few epsilons, beside what fails by itself. */
const byRho = (components: readonly Component[], rho: number, delta: number): Measure[] =>
  delta === 0
    ? [{ what: 'rho', loss: rhoOf(components), charged: rho }]
    : EPSILONS.map(epsilon => ({
        what: `delta at epsilon ${epsilon}`,
        loss: failureAt(components, epsilon),
        charged: Math.min(1, delta + (1 - Math.min(1, delta)) * concentratedDelta(rho, epsilon)),
      }));

interface Compared {
  readonly finding: string | undefined;
  readonly reached: number;
  /** Outcomes that were enumerated. */
  readonly work: number;
}

/** More than so many outcomes are not spent on one program. */
const WORK_MOST = 4_000;

/** Every beginning of the program is a program too; undefined where there is too much to enumerate. */
function comparison(people: Case, { releases, charges }: Walk, beginnings: boolean): Compared | undefined {
  const all = releasesOn(releases, people);
  let [reached, work] = [0, 0];
  for (let number = all.length; number > (beginnings ? 0 : Math.max(0, all.length - 1)); number--) {
    const components = componentsOf(all.slice(0, number));
    if (components === undefined) return undefined;
    work += components.reduce((sum, { ways }) => sum + ways, 0);
    for (const { what, loss, charged } of measuresOf(components, charges[number - 1])) {
      reached = Math.max(reached, charged > 0 ? loss / charged : 0);
      if (!isWithin(loss, charged))
        return {
          finding: `after ${number} answers: charged ${JSON.stringify(charges[number - 1])}, true ${what} ${loss}`,
          reached,
          work,
        };
    }
  }
  return { finding: undefined, reached, work };
}
