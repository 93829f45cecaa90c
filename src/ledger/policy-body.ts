/** A policy's limits as an entry stores them: amounts as text, names in lists, for a name may be any text. */
import { amounts, type LossLimit, losses } from '../amounts/index.ts';
import type { EntryDraft, PolicyBody } from './entry-kinds.ts';
import type { LedgerPolicy } from './ledger.ts';

type StoredPolicy = Extract<EntryDraft, { kind: 'policy-accepted' }>['body']['policy'];

export const storedPolicy = ({
  fingerprint,
  budget,
  failing,
  analysts,
  tables,
  units,
  text,
}: LedgerPolicy): StoredPolicy => ({
  fingerprint,
  budget: losses.text(budget),
  ...(failing && { failing: amounts.text(failing) }),
  analysts: storedLimits(analysts),
  tables: storedLimits(tables),
  ...(units && { units: [...units].map(([name, unit]) => ({ name, unit })) }),
  ...(text !== undefined && { text }),
});

export const readPolicy = ({ fingerprint, budget, failing, analysts, tables, units, text }: PolicyBody): LedgerPolicy =>
  Object.freeze({
    fingerprint,
    budget: Object.freeze(budget),
    failing,
    analysts: limitsOf(analysts),
    tables: limitsOf(tables),
    units: units && unitsOf(units),
    text,
  });

export const unitsOf = (units: NonNullable<PolicyBody['units']>): ReadonlyMap<string, string> =>
  new Map(units.map(({ name, unit }) => [name, unit]));

const storedLimits = (limits: ReadonlyMap<string, LossLimit>): StoredPolicy['analysts'] =>
  [...limits].map(([name, limit]) => ({ name, ...losses.ofLimit(limit, amounts.text) }));

const limitsOf = (limits: PolicyBody['analysts']): ReadonlyMap<string, LossLimit> =>
  new Map(limits.map(({ name, ...limit }) => [name, Object.freeze(limit)]));
