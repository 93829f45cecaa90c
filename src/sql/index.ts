/**
 * Plans in the words of engines. Pure: no connection, no clock, no chance. Text comes from templates and from names
 * of the policy, values are parameters, and all engines compute what the plan means.
 */
export type { Catalogue, CatalogueTable, Family } from './catalogue.ts';
export { copying } from './copying.ts';
export type { DialectName } from './dialect.ts';
export { quoteName, quoteText } from './fragment.ts';
export { type KeyCheck, keyChecks, lower, type Target, unitsQuery } from './lower.ts';
export { presumedCatalogue } from './presumption.ts';
export { type OutputType, type Query, type Statement, shown } from './query.ts';
