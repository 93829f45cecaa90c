/** Which data sets count as neighbours, and from which of the two an attacker starts. */

/** `add-remove`: one unit more or less, the size is secret. `replace-one`: one unit exchanged, the size is public. */
export type Relation = 'add-remove' | 'replace-one';

/** One half of add-remove. `remove`: the first distribution is that of the data with the unit. */
export type Direction = 'add' | 'remove';
