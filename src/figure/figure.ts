/** A picture as plain data: panels side by side, each with two axes and what is drawn in it. One name has one colour everywhere. */

export interface Figure {
  readonly panels: readonly Panel[];
  /** One line below the panels, beside the legend: how to read the picture. */
  readonly note?: string;
}

export interface Panel {
  readonly title: string;
  readonly subtitle?: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
}

export interface Axis {
  /** What is measured, in words, with its unit. */
  readonly label: string;
  readonly scale?: 'linear' | 'log';
  readonly domain?: readonly [number, number];
  /** Shares are drawn as percent: 0.05 as 5. */
  readonly percent?: boolean;
}

export type Series = Line | Band | Dots | Bars | PanelText;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Line {
  readonly kind: 'line';
  readonly name: string;
  readonly points: readonly Point[];
  readonly dashed?: boolean;
}

/** A curve known from both sides; its line is the side to rely on, or what lies between. */
export interface Band {
  readonly kind: 'band';
  readonly name: string;
  readonly points: readonly {
    readonly x: number;
    readonly lower: number;
    readonly y: number;
    readonly upper: number;
  }[];
}

/** Points on their own; with both ends given, a bar of uncertainty through each. */
export interface Dots {
  readonly kind: 'dots';
  readonly name: string;
  readonly points: readonly (Point & { readonly lower?: number; readonly upper?: number })[];
}

/** A panel with bars has words along its x axis, and nothing but bars. */
export interface Bars {
  readonly kind: 'bars';
  readonly name: string;
  readonly points: readonly { readonly x: string; readonly y: number }[];
}

/** Grey words inside a panel; with `through`, a dashed line to which they belong. They have no place in the legend. */
export interface PanelText {
  readonly kind: 'words';
  readonly text: string;
  readonly at: Point;
  readonly rotate?: number;
  readonly through?: readonly Point[];
}
