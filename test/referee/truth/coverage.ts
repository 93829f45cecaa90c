/** What was tried: every aggregate with every operator, engine, entry point and oddity, so that nobody takes silence for truth. */
import type { EntryPoint } from './clinic.ts';
import type { Place } from './places.ts';
import { isDraw, type Question } from './question.ts';
import type { World } from './world.ts';

export class Coverage {
  readonly #counts = new Map<string, number>();
  readonly #cells = new Set<string>();

  add(name: string, times = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + times);
  }

  /** One question that was answered, by each of these entry points. */
  answered(
    { oddities }: World,
    { aggregates, computed, steps, grouping, having, descending, limit, table }: Question,
    place: Place,
    entryPoints: readonly EntryPoint[],
  ): void {
    const engine = place === 'postgres' ? 'postgres' : 'duckdb';
    const postProcessing = [having, descending, limit].some(each => each !== undefined) ? ['afterwards'] : [];
    const operators = [
      'scan',
      ...new Set(steps.map(({ kind }) => kind)),
      ...postProcessing,
      ...(computed === undefined ? [] : ['computed']),
      `groups ${grouping}`,
      `table ${table}`,
    ];
    this.add(`place ${place}`);
    for (const entryPoint of entryPoints) this.add(`door ${entryPoint}`);
    for (const oddity of oddities) this.add(`oddity ${oddity}`);
    for (const operator of operators) this.add(`operator ${operator}`);
    if (steps.filter(isDraw).length > 1) this.add('operator draw of a draw');
    for (const { kind } of aggregates) {
      this.add(`aggregate ${kind}`);
      for (const operator of operators)
        for (const entryPoint of entryPoints)
          for (const oddity of ['none', ...oddities])
            this.#cells.add([kind, operator, engine, entryPoint, oddity].join(' x '));
    }
  }

  counts(): Record<string, number> {
    const sorted = [...this.#counts].sort(([one], [other]) => (one < other ? -1 : 1));
    return { ...Object.fromEntries(sorted), 'cells aggregate x operator x engine x door x oddity': this.#cells.size };
  }
}
