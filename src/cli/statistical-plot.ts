/** Privacy curve and trade-off of an exact answer side by side: over all entries, by the theorem, and exactly. */
import type { Figure, Line, Point } from '../figure/index.ts';
import type { Sampling, TradeOffRow } from '../statistical/index.ts';
import { writeOut } from './output-file.ts';
import type { Reply } from './reply.ts';
import { type CurveFlags, epsilonsOf } from './statistical-flags.ts';
import type { CurveRow } from './statistical-text.ts';

export interface Plotted {
  curve(epsilons: readonly number[]): readonly CurveRow[];
  tradeOff(falsePositiveRates: readonly number[]): readonly TradeOffRow[];
}

/** The reply, after its picture is drawn if one was asked for. */
export async function plotReply(
  reply: Reply,
  { plot, curve }: CurveFlags,
  sampling: Sampling,
  plotted: Plotted,
): Promise<Reply> {
  if (plot === undefined) return reply;
  const range = curve ?? [0, plottedEpsilon(plotted)];
  const rows = plotted.curve(epsilonsOf(range, POINTS));
  const figure = figureOf(rows, plotted.tradeOff(ALARMS), sampling);
  // the drawing library takes longer to load than most curves to compute
  const { drawFigure } = await import('../figure/index.ts');
  await writeOut(plot, drawFigure(figure));
  return { json: reply.json, text: `${reply.text}\n\nDrawn: ${plot}` };
}

const POINTS = 25;

/** Denser near the ends, where trade-off functions bend. */
const ALARMS = Array.from({ length: 41 }, (_, i) => (1 - Math.cos((Math.PI * i) / 40)) / 2);

/** Chances below this are not drawn. */
const FLOOR = 1e-6;

/** Where nothing is left to see of the answer over all entries. */
function plottedEpsilon({ curve }: Plotted): number {
  let epsilon = 0.01;
  while (epsilon < 8 && curve([epsilon])[0].delta.unsampled > FLOOR) epsilon *= 1.5;
  return epsilon;
}

const NAMES = { unsampled: 'all entries', bound: 'sample, by the theorem', exact: 'sample, exactly' } as const;

type Name = keyof typeof NAMES;

function figureOf(rows: readonly CurveRow[], tradeOff: readonly TradeOffRow[], { kind }: Sampling): Figure {
  const names: readonly Name[] = kind === 'everything' ? ['unsampled'] : ['unsampled', 'bound', 'exact'];
  return {
    panels: [
      {
        title: 'Privacy profile',
        subtitle: 'Delta at each epsilon',
        x: { label: 'epsilon: odds about one entry change by a factor of at most e^ε' },
        y: { label: 'delta: probability that this bound fails', scale: 'log', domain: [FLOOR, 1] },
        series: names.map(name => line(name, aboveFloor(rows.map(row => ({ x: row.epsilon, y: row.delta[name] }))))),
      },
      {
        title: 'The attacker',
        subtitle: 'Gain of an attacker who guesses one entry',
        x: { label: 'false alarms', domain: [0, 1], percent: true },
        y: { label: 'hits above blind guessing', percent: true },
        series: names.map(name => line(name, gainsOf(tradeOff, name))),
      },
    ],
    note: 'No noise is added: the attacker knows the distribution of the entries, but none of the entries.',
  };
}

const line = (name: Name, points: readonly Point[]): Line => ({
  kind: 'line',
  name: NAMES[name],
  points,
  dashed: name === 'bound',
});

/** Blind guesses hit as often as they alarm: what remains of the hits can be seen, where curves would all look straight. */
const gainsOf = (rows: readonly TradeOffRow[], name: Name): Point[] =>
  rows.flatMap(({ falsePositiveRate, falseNegativeRate }) => {
    const misses = falseNegativeRate[name];
    return misses === null ? [] : [{ x: falsePositiveRate, y: Math.max(0, 1 - misses - falsePositiveRate) }];
  });

/** A line leaves the picture at its floor. */
function aboveFloor(points: readonly Point[]): Point[] {
  const end = points.findIndex(({ y }) => !(y > FLOOR));
  return points.slice(0, end === -1 ? points.length : end + 1).map(({ x, y }) => ({ x, y: Math.max(y, FLOOR / 100) }));
}
