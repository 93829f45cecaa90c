/** Which name has which colour: in order of first appearance, the same in every panel. */
import type { Figure } from './figure.ts';

/** Told apart by people who do not see red and green, and in grey. */
const COLOURS = ['#1b4f8a', '#d1661f', '#2f8f6b', '#7a4a9c', '#a58a00', '#5b5b5b', '#c2417c', '#3aa0c9'];

export interface LegendEntry {
  readonly name: string;
  readonly colour: string;
  readonly dashed: boolean;
}

export function legendOf({ panels }: Figure): LegendEntry[] {
  const entries = new Map<string, LegendEntry>();
  for (const series of panels.flatMap(panel => panel.series)) {
    if (series.kind === 'words' || entries.has(series.name)) continue;
    const colour = COLOURS[entries.size % COLOURS.length];
    entries.set(series.name, { name: series.name, colour, dashed: series.kind === 'line' && series.dashed === true });
  }
  return [...entries.values()];
}
