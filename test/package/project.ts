/** Empty projects into which packed tarballs are installed, by npm on the oldest Node that is supported. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Example, type Readme, readReadme } from '../support/readme.ts';
import type { Runtime } from './nodes.ts';
import { run } from './run.ts';

export interface Project {
  readonly folder: string;
  readonly tarball: string;
  readonly readme: Readme;
  /** What npm said while it installed. */
  readonly said: string;
  readonly packages: readonly Installed[];
  readonly megabytes: number;
}

/** What matters here of a package's own description. */
export interface Installed {
  readonly name: string;
  readonly license?: string;
}

/** A folder of this project that is published, and the page that shows how it is used. */
export interface Published {
  readonly root: string;
  readonly page: string;
}

export function installedProject(within: string, { root, page }: Published, node: Runtime): Project {
  const [{ filename, name }] = JSON.parse(
    run(root, 'npm', ['pack', '--json', '--silent', '--pack-destination', within]),
  );
  const tarball = join(within, filename);
  const folder = join(within, `with-${name.replace(/\W+/g, '-')}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  const said = install(folder, tarball, node);
  const readme = readReadme(page);
  for (const [file, content] of Object.entries(readme.files)) writeFileSync(join(folder, file), content);
  examplesOf(readme).forEach(({ code }, index) => {
    writeFileSync(join(folder, exampleFile(index)), code);
  });
  return { folder, tarball, readme, said, ...contentOf(join(folder, 'node_modules')) };
}

/** npm on this Node, because npm compares what packages ask for with the Node that it runs on. */
export function install(folder: string, what: string, node: Runtime): string {
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new Error('run this by npm run test:package');
  const words = [npm, 'install', '--no-audit', '--no-fund', what];
  const { stderr, status } = spawnSync(node.path, words, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm install ${what}\n${stderr}`);
  return stderr;
}

function contentOf(folder: string): Pick<Project, 'packages' | 'megabytes'> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  const manifests = files.filter(file => /node_modules\/(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(file));
  return { packages: manifests.map(file => JSON.parse(readFileSync(file, 'utf8'))), megabytes: bytes / 1e6 };
}

export const examplesOf = ({ steps }: Readme): Example[] => steps.filter(step => step.kind === 'example');

export const exampleFile = (index: number): string => `example-${index + 1}.ts`;
