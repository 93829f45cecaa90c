import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Fault } from './fault.ts';

const files = readdirSync(import.meta.dirname).filter(name => name.endsWith('.fault.ts'));

test.each(files)('%s still fits the product', async file => {
  const { fault } = (await import(`./${file}`)) as { readonly fault: Fault };
  expect(`${fault.name}.fault.ts`).toBe(file);
  for (const { file: changed, find, replace } of fault.edits) {
    expect(replace).not.toBe(find);
    expect([changed, readFileSync(changed, 'utf8').split(find).length - 1]).toEqual([changed, 1]);
  }
});
