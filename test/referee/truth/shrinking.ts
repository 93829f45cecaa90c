/** From a question that is answered wrongly to the smallest one, of the smallest table. */
import type { Aggregate, Question, Step } from './question.ts';
import type { Cells, World } from './world.ts';

export interface Case {
  readonly world: World;
  readonly question: Question;
}

/** Whether a case still fails; it may open data. */
export type Fails = (smaller: Case) => Promise<boolean>;

/** Tries what is simpler until nothing simpler fails, or the time is over. */
export async function smallest(start: Case, fails: Fails, hasTime: () => boolean): Promise<Case> {
  let found = start;
  for (let better = true; better && hasTime(); ) {
    better = false;
    for (const smaller of candidates(found)) {
      if (!hasTime()) break;
      if (!(await fails(smaller))) continue;
      found = smaller;
      better = true;
      break;
    }
  }
  return found;
}

function* candidates({ world, question }: Case): Generator<Case> {
  for (const simpler of simplerQuestions(question)) yield { world, question: simpler };
  yield* smallerWorlds(world, question);
}

function* simplerQuestions(question: Question): Generator<Question> {
  const { steps, aggregates, computed = [], keys, having, descending, limit } = question;
  for (const [i] of computed.entries()) yield { ...question, computed: computed.toSpliced(i, 1) };
  const { having: _, descending: __, limit: ___, ...plain } = question;
  if (having !== undefined || descending !== undefined || limit !== undefined) yield plain;
  for (const [i] of aggregates.entries())
    if (aggregates.length > 1 && !computed.some(({ parts }) => parts.includes(aggregates[i].name)))
      yield { ...plain, aggregates: aggregates.toSpliced(i, 1) };
  if (question.grouping !== 'none') yield { ...plain, grouping: 'none', keys: [] };
  for (const [i] of keys.entries()) if (keys.length > 1) yield { ...plain, keys: keys.toSpliced(i, 1) };
  for (const [i] of steps.entries()) yield { ...plain, steps: steps.toSpliced(i, 1) };
  for (const [i, step] of steps.entries())
    for (const simpler of simplerSteps(step)) yield { ...plain, steps: steps.with(i, simpler) };
  for (const [i, aggregate] of aggregates.entries())
    for (const simpler of simplerAggregates(aggregate)) yield { ...plain, aggregates: aggregates.with(i, simpler) };
}

function simplerSteps(step: Step): readonly Step[] {
  if (step.kind === 'where') return step.condition.simpler.map(condition => ({ ...step, condition }));
  if (step.kind === 'derive') return step.of.simpler.map(of => ({ ...step, of }));
  return [];
}

const simplerAggregates = (aggregate: Aggregate): readonly Aggregate[] =>
  (aggregate.of?.simpler ?? []).map(of => ({ ...aggregate, of }));

function* smallerWorlds(world: World, question: Question): Generator<Case> {
  const { table } = question;
  const others = (['visits', 'cards', 'people'] as const).filter(name => name !== table && world.rows[name].length > 0);
  if (others.length > 0)
    yield { question, world: { ...world, rows: { visits: [], cards: [], people: [], [table]: world.rows[table] } } };
  for (const rows of fewer(world.rows[table]))
    yield { question, world: { ...world, rows: { ...world.rows, [table]: rows } } };
}

/** Halves, quarters, and so on down to single rows left out. */
function* fewer(rows: readonly Cells[]): Generator<readonly Cells[]> {
  for (let size = Math.ceil(rows.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < rows.length; from += size) yield rows.toSpliced(from, size);
}
