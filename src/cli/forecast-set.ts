/** `sortition forecast set --of FILE`: several statistics of one sample, each with its weight. */
import { z } from 'zod';
import { refuse } from '../vocabulary/index.ts';
import type { ForecastFlags } from './forecast-flags.ts';
import type { Talk } from './reply.ts';
import { readSpecification } from './specification-file.ts';

/** What the command line says of one statistic, here said of each. */
const member = z.strictObject({
  statistic: z.string(),
  weight: z.number().default(1),
  variance: z.number().optional(),
  range: z.number().optional(),
  mean: z.number().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  step: z.number().optional(),
  kurtosis: z.number().optional(),
  share: z.number().optional(),
  shares: z.array(z.number()).optional(),
  quantile: z.number().optional(),
  data: z.string().optional(),
  column: z.string().optional(),
  table: z.string().optional(),
  distribution: z.string().optional(),
  mechanism: z.string().optional(),
});

const members = z.strictObject({ members: z.array(member).min(1) });

export interface Member {
  readonly statistic: string;
  readonly weight: number;
  readonly flags: ForecastFlags;
}

/** Each gets an equal part of what may be spent inside. */
export async function readMembers(
  path: string,
  common: ForecastFlags,
  input: Talk['input'],
): Promise<readonly Member[]> {
  const parsed = members.safeParse(await readSpecification(path, input));
  if (!parsed.success) {
    const [{ path: where, message }] = parsed.error.issues;
    return refuse('specification_invalid', `${path}, at ${where.join('.') || 'the top'}: ${message}.`);
  }
  return parsed.data.members.map(({ statistic, weight, ...own }) => ({
    statistic,
    weight,
    flags: { ...common, ...own } as ForecastFlags,
  }));
}
