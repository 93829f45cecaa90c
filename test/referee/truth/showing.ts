/** A wrong answer, made as small as it can be, as a program. */
import type { PostgresServer } from '../../support/postgres.ts';
import { type Clinic, openClinic } from './clinic.ts';
import { type Dice, diceOf } from './dice.ts';
import { exactly, type Verdict } from './exactness.ts';
import type { Place } from './places.ts';
import { programOf } from './program.ts';
import type { Question } from './question.ts';
import { type Case, smallest } from './shrinking.ts';

interface Shown extends Case, Pick<Verdict, 'doors' | 'complaints'> {
  readonly place: Place;
  readonly postgres: PostgresServer | undefined;
  /** For making it smaller. */
  readonly milliseconds: number;
}

/** What stops the product is a complaint too. */
export async function judged(
  clinic: Clinic,
  question: Question,
  dice: Dice,
  entryPoints?: Verdict['doors'],
): Promise<Verdict> {
  try {
    return await exactly(clinic, question, dice, entryPoints);
  } catch (thrown) {
    const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    return { doors: entryPoints ?? [], refused: null, complaints: [`stopped: ${text}`] };
  }
}

/** The smallest case that fails as this one does, as a program. */
export async function shown({
  doors: entryPoints,
  complaints,
  place,
  postgres,
  milliseconds,
  ...found
}: Shown): Promise<string> {
  const end = Date.now() + milliseconds;
  const like = kindOf(complaints[0]);
  let last: readonly string[] = complaints;
  const fails = async ({ world, question }: Case): Promise<boolean> => {
    const clinic = await openClinic(world, place, postgres);
    try {
      const speaks = clinic.entryPointsFor(question).some(entryPoint => entryPoints.includes(entryPoint));
      const verdict = speaks ? await judged(clinic, question, diceOf(1, 1), entryPoints) : undefined;
      const same = verdict?.complaints.filter(text => kindOf(text) === like) ?? [];
      if (same.length > 0) last = same;
      return same.length > 0;
    } finally {
      await clinic.close();
    }
  };
  const small = await smallest(found, fails, () => Date.now() < end);
  return programOf({ ...small, place, doors: entryPoints, complaints: last });
}

/** Numbers and groups aside. */
const kindOf = (complaint: string): string =>
  /nothing to average|does not hold|told twice|is missing|misses rank|the truth is|refused with \w+|make two plans|price|stopped/.exec(
    complaint,
  )?.[0] ?? complaint;
