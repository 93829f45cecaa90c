/**
 * Plans in the words of engines. Pure: no connection, no clock, no chance. Text comes from templates and from names
 * of the policy, values are parameters, and all engines compute what the plan means.
 */
export type { Catalogue, CatalogueTable, TypeFamily } from './catalogue.ts';
export { copiedRows, copying } from './copying.ts';
export { type DialectName, wordingOf } from './dialects/dialects.ts';
export { asVarchar, named, type Time } from './dialects/wording.ts';
export { fit } from './fit.ts';
export { type Parameter, quoteName, quotePath, quoteText } from './fragment.ts';
export { type KeyCheck, keyChecks, type LoweringTarget, lower, unitsQuery } from './lower.ts';
export { presumedCatalogue } from './presumption.ts';
export { type OutputType, type SqlQuery, type Statement, shown } from './query.ts';
