/** A plan that comes from outside, as JSON: the same data as the typed API and SQL make, or a refusal that names the place. */
import { excessOf, frozen, pathText } from '../../json/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import type { Plan } from '../plan.ts';
import { planSchema } from './plan-schema.ts';

/** Far more than people ask, and far less than a stack holds. */
const LIMITS = { depth: 640, entries: 20_000, characters: 1_000_000 };

/** Whether its names exist, its types agree and its values lie in range is for `check` to say. */
export function parsePlan(json: unknown): Plan {
  const excess = excessOf(json, LIMITS);
  if (excess !== undefined)
    return refuse('plan_too_large', `The plan is too large: it may have at most ${LIMITS[excess]} ${excess}.`);
  const parsed = planSchema.safeParse(json);
  if (parsed.success) return frozen(parsed.data);
  const [{ path, message }] = parsed.error.issues;
  return refuse('plan_invalid', `${path.length === 0 ? 'The plan' : pathText(path)} ${message}.`);
}
