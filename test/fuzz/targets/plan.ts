/** Questions as plans that another program sends. */
import { askedOutcome } from '../asked.ts';
import { CELLS, checkChain, secretClinic } from '../secret-clinic.ts';
import type { Target } from '../target.ts';
import { varyJson } from '../vary-json.ts';
import { STATEMENTS } from './sql.ts';

export const plan: Target = {
  name: 'plan',
  async open() {
    const clinic = secretClinic();
    const data = await clinic.open();
    const secrets = { words: [...CELLS, clinic.folder] };
    const seeds: string[] = [];
    for (const statement of STATEMENTS) {
      const asked = await data.sql(statement).catch(() => undefined);
      if (asked !== undefined) seeds.push(JSON.stringify(asked.plan));
    }
    return {
      seeds,
      vary: varyJson,
      async attempt(text) {
        const json = readable(text);
        return json === undefined ? 'no JSON' : askedOutcome(data, () => data.plan(json.data), secrets);
      },
      async close() {
        await checkChain(data);
        await data.close();
        clinic.end();
      },
    };
  },
};

/** What is no JSON never gets so far. */
function readable(text: string): { readonly data: unknown } | undefined {
  try {
    return { data: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
