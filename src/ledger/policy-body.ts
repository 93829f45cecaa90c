/** A policy's limits as an entry stores them: amounts as text, names in lists, for a name may be any text. */
import * as amount from './amount.ts';
import type { Draft, PolicyBody } from './entry-kinds.ts';
import type { LedgerPolicy, Limit } from './ledger.ts';
import { storedLoss } from './stored-amounts.ts';

type StoredPolicy = Extract<Draft, { kind: 'policy-accepted' }>['body']['policy'];

export const storedPolicy = ({ fingerprint, budget, analysts, tables, units, text }: LedgerPolicy): StoredPolicy => ({
  fingerprint,
  budget: storedLoss(budget),
  analysts: storedLimits(analysts),
  tables: storedLimits(tables),
  ...(units && { units: [...units].map(([name, unit]) => ({ name, unit })) }),
  ...(text !== undefined && { text }),
});

export const readPolicy = ({ fingerprint, budget, analysts, tables, units, text }: PolicyBody): LedgerPolicy =>
  Object.freeze({
    fingerprint,
    budget: Object.freeze(budget),
    analysts: limitsOf(analysts),
    tables: limitsOf(tables),
    units: units && unitsOf(units),
    text,
  });

export const unitsOf = (units: NonNullable<PolicyBody['units']>): ReadonlyMap<string, string> =>
  new Map(units.map(({ name, unit }) => [name, unit]));

const storedLimits = (limits: ReadonlyMap<string, Limit>): StoredPolicy['analysts'] =>
  [...limits].map(([name, { epsilon, delta }]) => ({
    name,
    epsilon: epsilon && amount.text(epsilon),
    delta: delta && amount.text(delta),
  }));

const limitsOf = (limits: PolicyBody['analysts']): ReadonlyMap<string, Limit> =>
  new Map(limits.map(({ name, epsilon, delta }) => [name, Object.freeze({ epsilon, delta })]));
