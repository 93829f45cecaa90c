/** All that is fuzzed. */
import type { Target } from '../target.ts';
import { data } from './data.ts';
import { http } from './http.ts';
import { peer } from './peer.ts';
import { plan } from './plan.ts';
import { policy } from './policy.ts';
import { report } from './report.ts';
import { specification } from './specification.ts';
import { sql } from './sql.ts';

export const targets: readonly Target[] = [sql, plan, policy, specification, http, data, report, peer];
