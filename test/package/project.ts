/** An empty project into which the packed tarball is installed, beside the versions of Node it is run on. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Example, type Readme, readReadme } from '../support/readme.ts';

export interface Project {
  readonly folder: string;
  readonly tarball: string;
  readonly readme: Readme;
  readonly nodes: readonly Runtime[];
}

export interface Runtime {
  readonly name: string;
  readonly path: string;
}

/** The oldest and the newest Node that are supported; from 20.19 on `require` loads modules. */
const NODES = ['20', '24'];

export const run = (folder: string, command: string, words: readonly string[]): string => {
  try {
    return execFileSync(command, words, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${words.join(' ')}\n${stdout}${stderr}`);
  }
};

export function installedProject(within: string): Project {
  const [{ filename }] = JSON.parse(run('.', 'npm', ['pack', '--json', '--silent', '--pack-destination', within]));
  const tarball = join(within, filename);
  const folder = join(within, 'project');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  run(folder, 'npm', ['install', '--silent', tarball]);
  const readme = readReadme();
  for (const [name, content] of Object.entries(readme.files)) writeFileSync(join(folder, name), content);
  examplesOf(readme).forEach(({ code }, index) => {
    writeFileSync(join(folder, exampleFile(index)), code);
  });
  return { folder, tarball, readme, nodes: installedNodes(within) };
}

export const examplesOf = ({ steps }: Readme): Example[] => steps.filter(step => step.kind === 'example');

export const exampleFile = (index: number): string => `example-${index + 1}.ts`;

/** Node itself comes as a package. It lies outside the project, which must work without. */
function installedNodes(within: string): Runtime[] {
  const folder = join(within, 'nodes');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'nodes', private: true }));
  const platform = `node-${process.platform}-${process.arch}`;
  run(folder, 'npm', ['install', '--silent', ...NODES.map(version => `node-${version}@npm:${platform}@${version}`)]);
  return NODES.map(version => {
    const path = join(folder, 'node_modules', `node-${version}`, 'bin', 'node');
    return { name: `Node ${run(folder, path, ['--version']).trim()}`, path };
  });
}
