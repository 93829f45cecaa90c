/** How values are written: exact decimals, days and instants, and JSON that keeps its numbers and places. */
export { type JsonText, readJson } from '../json-text.ts';
export { day, instant } from './calendar.ts';
export { type Decimal, decimal, decimalText, exactText, isDecimal, plainText } from './decimal.ts';
