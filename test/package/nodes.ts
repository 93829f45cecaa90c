/** The versions of Node that the package is run on. Each comes as a package, and lies outside of the projects. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.ts';

export interface Runtime {
  readonly name: string;
  readonly path: string;
}

const NEWEST = '24';

/** The first one is the oldest. */
export function installedNodes(within: string): Runtime[] {
  const folder = join(within, 'nodes');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'nodes', private: true }));
  const platform = `node-${process.platform}-${process.arch}`;
  const versions = [...floors(), NEWEST];
  run(folder, 'npm', ['install', '--silent', ...versions.map(version => `node-${version}@npm:${platform}@${version}`)]);
  return versions.map(version => {
    const path = join(folder, 'node_modules', `node-${version}`, 'bin', 'node');
    return { name: `Node ${run(folder, path, ['--version']).trim()}`, path };
  });
}

/** Where each range of `engines` begins: what is promised there must be true. */
function floors(): string[] {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  return engines.node.match(/\d+\.\d+\.\d+/g);
}
