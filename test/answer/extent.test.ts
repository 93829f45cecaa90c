import { expect, test } from 'vitest';
import { isRecorded, open } from '../../src/answer.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { inClinic, spentOf } from '../support/clinic.ts';

const BY_WARD = 'SELECT ward, count(*), sum(cost) FROM visits GROUP BY ward';

test('a question for more numbers than may be released is refused before it is charged, and while it is explained', () =>
  inClinic(async ({ policy }) => {
    // three wards and none, with two numbers each
    const [enough, few] = [8, 7];
    const limited = await open<PolicyInput>(policy, { valuesMost: few });
    const asked = await limited.sql(BY_WARD);
    await expect(asked.ask({ epsilon: 1 })).rejects.toMatchObject({ code: 'too_many_groups' });
    const known = isRecorded(asked.plan, { epsilon: 1 }, 'ada', limited.deployment);
    await expect(known).rejects.toMatchObject({ code: 'too_many_groups' });
    const bars = limited.table('visits').histogram('cost', [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    await expect(bars.ask({ epsilon: 1 })).rejects.toMatchObject({ code: 'too_many_groups' });
    expect(await spentOf(limited)).toBe(0);
    await limited.close();
    const wider = await open<PolicyInput>(policy, { valuesMost: enough });
    expect((await (await wider.sql(BY_WARD)).ask({ epsilon: 1 })).rows).toHaveLength(4);
    await wider.close();
  }));
