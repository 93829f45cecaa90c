/** Pictures from plain data. Knows no privacy. */
export { drawFigure } from './drawing.ts';
export type { Band, Bars, Dots, Figure, Line, Panel, PanelText, Point } from './figure.ts';
export { drawIntervals, type IntervalRow } from './intervals.ts';
