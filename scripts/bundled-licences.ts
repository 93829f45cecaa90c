/** The licences of other people's packages that a build carries inside, written beside it: their terms ask for that. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'tsdown';

/** A plugin that adds `licences.txt` to a build: every package of which a line is in it, and each text once. */
export const bundledLicences = (): Rolldown.Plugin => ({
  name: 'bundled-licences',
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap(file => (file.type === 'chunk' ? file.moduleIds : []));
    const folders = [...new Set(modules.flatMap(folderOf))].sort();
    if (folders.length === 0) return;
    const titlesByText = new Map<string, string[]>();
    for (const { title, text } of folders.map(licenceOf))
      titlesByText.set(text, [...(titlesByText.get(text) ?? []), title]);
    const parts = [...titlesByText].map(([text, titles]) => `${titles.join('\n')}\n\n${text}`);
    this.emitFile({ type: 'asset', fileName: 'licences.txt', source: parts.join(`\n${'-'.repeat(80)}\n\n`) });
  },
});

/** The folder of the package that a module is of; none for our own. */
function folderOf(module: string): string[] {
  const [path] = module.replace(/^\0/, '').split('?');
  const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path) ?? [];
  return folder === undefined ? [] : [folder];
}

function licenceOf(folder: string): { title: string; text: string } {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter(file => /^(licen[cs]e|notice)/i.test(file));
  if (files.length === 0) throw new Error(`${name} has no licence to pass on: do not bundle it`);
  const text = files.map(file => readFileSync(join(folder, file), 'utf8')).join('\n');
  return { title: `${name} ${version} (${license})`, text };
}
