/** The pages of the reference that are read from the code, as they should be now. */
import type { Command } from 'commander';
import { makeProgram } from '../../src/cli/program.ts';
import { served } from '../../test/support/served.ts';
import { ENTRY_POINTS, exportsOf } from './api.ts';
import { apiPage } from './api-page.ts';
import { commandsPage } from './commands.ts';
import { httpPage, type OpenApi } from './http.ts';

export interface Page {
  readonly path: string;
  readonly text: string;
}

const FOLDER = 'docs/reference';

export async function referencePages(): Promise<Page[]> {
  return [
    { path: `${FOLDER}/commands.md`, text: commandsPage(await theProgram()) },
    { path: `${FOLDER}/api.md`, text: apiPage(ENTRY_POINTS, exportsOf(ENTRY_POINTS)) },
    { path: `${FOLDER}/http.md`, text: httpPage(await theDescription()) },
  ];
}

/** The command line with nobody to talk to. */
export const theProgram = (): Promise<Command> =>
  makeProgram({ say: silence, note: silence, input: () => process.stdin }, () => {});

const silence = async (): Promise<void> => {};

/** What a service says of itself: any will do, for its routes are the same over all data. */
export const theDescription = (): Promise<OpenApi> =>
  served(async ({ call }) => (await call('custodian', 'GET', '/openapi.json')).body);
