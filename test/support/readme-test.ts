/** Declares one test for each step of a page, in the page's order: each stands on what the ones before it did. */
import { beforeAll, expect, test } from 'vitest';
import { fixedPart, intervalsWithoutTheirEstimate, type Readme, type Step } from './readme.ts';
import { type ReadmeRun, readmeRun } from './readme-run.ts';

export function testPage(page: Readme, folder: string): void {
  let run: ReadmeRun;
  beforeAll(() => {
    run = readmeRun(page, folder);
  });
  for (const step of page.steps)
    test(titleOf(step), async () => {
      const printed = await run(step);
      if (step.kind === 'edit') return;
      expect(fixedPart(printed, step)).toBe(fixedPart(step.prints, step));
      expect(intervalsWithoutTheirEstimate(step.prints)).toEqual([]);
    });
}

function titleOf(step: Step): string {
  if (step.kind === 'edit') return `the reader changes ${step.name}`;
  return step.kind === 'session' ? step.command : step.code;
}
