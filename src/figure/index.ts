/** Pictures from plain data. Knows no privacy. */
export { drawFigure } from './drawing.ts';
export type { Axis, Band, Bars, Dots, Figure, Line, Panel, PanelText, Point, Series } from './figure.ts';
