/** Noisy values as bars with their 95 % intervals, and the truth beside them where the maker of the data gives it away. */
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';

export interface Bar {
  readonly name: string;
  readonly estimate: number;
  readonly interval: readonly [number, number];
  readonly truth?: number | undefined;
}

const BAR = '#9db8d9';
const INTERVAL = '#1b4f8a';
const TRUTH = '#d1661f';

export function drawBars(bars: readonly Bar[], label: string): string {
  const { document } = parseHTML('<!doctype html><body></body>');
  const drawn = bars.map(({ interval: [low, high], ...bar }) => ({ ...bar, low, high }));
  const picture = Plot.plot({
    document: document as unknown as NonNullable<Plot.PlotOptions['document']>,
    width: 640,
    height: 56 + 26 * bars.length,
    marginLeft: 110,
    marginRight: 36,
    marginTop: 8,
    marginBottom: 44,
    style: { fontSize: '13px', background: 'none' },
    x: { label, grid: true, labelArrow: 'none', labelAnchor: 'center', labelOffset: 38, zero: true },
    y: { label: null, domain: bars.map(({ name }) => name), padding: 0.25, tickSize: 0 },
    marks: [
      Plot.barX(drawn, { y: 'name', x: 'estimate', fill: BAR }),
      Plot.ruleX([0], { stroke: '#888' }),
      Plot.ruleY(drawn, { y: 'name', x1: 'low', x2: 'high', stroke: INTERVAL, strokeWidth: 2.5 }),
      ...(['low', 'high'] as const).map(end =>
        Plot.tickX(drawn, { y: 'name', x: end, stroke: INTERVAL, strokeWidth: 2, insetTop: 4, insetBottom: 4 }),
      ),
      Plot.dot(
        drawn.filter(({ truth }) => truth !== undefined),
        { y: 'name', x: 'truth', r: 3, fill: TRUTH },
      ),
    ],
  }) as unknown as { readonly outerHTML: string };
  return picture.outerHTML;
}
