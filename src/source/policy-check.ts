/** Whether a policy may be used: decided, of the right shape, and in keeping with the rules between its entries. */
import { type Path, pathText } from '../json/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { PolicyInput } from './policy-input.ts';
import { type Complaint, undecidedIn } from './policy-path.ts';
import { brokenRules } from './policy-rules.ts';
import { policySchema, type ShapedPolicy } from './policy-schema.ts';
import { decimal, isDecimal } from './values/decimal.ts';

/** Where an entry stands, as messages begin: `policy.json:7:3: `, or nothing for a policy in code. */
export type PlaceOf = (path: Path) => string;

/** A policy in code: its numbers are the shortest decimals of their doubles, which is what was typed. */
export const checkPolicy = ({ relativeTo, ...policy }: PolicyInput): ShapedPolicy =>
  checkData(exactNumbers(policy), () => '');

/** Refuses at the first complaint, or gives the policy back with its shape known. */
export function checkData(data: unknown, placeOf: PlaceOf): ShapedPolicy {
  refuseUndecided(data, placeOf);
  const parsed = policySchema.safeParse(data);
  const complaints = parsed.success
    ? brokenRules(parsed.data)
    : parsed.error.issues.map(issue => complaintOf(issue, data));
  if (!parsed.success || complaints.length > 0) {
    const [{ path, rule }] = complaints;
    const place = path.length === 0 ? 'The policy' : pathText(path);
    return refuse('policy_invalid', `${placeOf(path)}${place} ${rule}.`);
  }
  return parsed.data;
}

function refuseUndecided(data: unknown, placeOf: PlaceOf): void {
  const [first, ...others] = undecidedIn(data);
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  refuse(
    'policy_undecided',
    `${placeOf(first)}${pathText(first)} is undecided${more}. Write what is public knowledge, never a value read from the data, or delete it if it is optional.`,
  );
}

type Issue = NonNullable<ReturnType<typeof policySchema.safeParse>['error']>['issues'][number];

function complaintOf(issue: Issue, data: unknown): Complaint {
  const path = issue.path.filter(key => typeof key !== 'symbol');
  const below = issue.code === 'unrecognized_keys' ? [...path, issue.keys[0]] : path;
  const number = numberAbove(below, data);
  if (number !== undefined) return { path: number, rule: 'must be an object; it is a number' };
  if (issue.code === 'invalid_key') return { path, rule: `has a bad name; a name is ${issue.issues[0].message}` };
  return { path: below, rule: issue.message };
}

/** A number is an object here, so that the schema looks into one that stands where an object should. */
function numberAbove(path: Path, data: unknown): Path | undefined {
  let value = data;
  for (const [depth, key] of path.entries()) {
    if (isDecimal(value)) return path.slice(0, depth);
    value = (value as Readonly<Record<string | number, unknown>> | undefined)?.[key];
  }
  return undefined;
}

/** Numbers that have no exact decimal stay what they are, for the schema to refuse. */
function exactNumbers(value: unknown): unknown {
  if (typeof value === 'number') return decimal(String(value)) ?? value;
  if (Array.isArray(value)) return value.map(exactNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => entry !== undefined)
      .map(([key, entry]) => [key, exactNumbers(entry)]),
  );
}
