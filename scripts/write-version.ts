/**
 * Carries the version of package.json into the small packages, the lock file and the changelog.
 * `npm version` runs it between its own change and its commit.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const folders = readdirSync('packages').map(name => `packages/${name}`);

function edit<Content>(path: string, change: (content: Content) => void): void {
  const content: Content = JSON.parse(readFileSync(path, 'utf8'));
  change(content);
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
}

for (const folder of folders)
  edit<{ version: string }>(`${folder}/package.json`, manifest => {
    manifest.version = version;
  });

edit<{ packages: Record<string, { version: string }> }>('package-lock.json', lock => {
  for (const folder of folders) lock.packages[folder].version = version;
});

const UNRELEASED = '## Unreleased\n';
const changelog = readFileSync('CHANGELOG.md', 'utf8');
if (!changelog.includes(UNRELEASED)) throw new Error('CHANGELOG.md has no heading "Unreleased" to give a version to');
const today = new Date().toISOString().slice(0, 10);
writeFileSync('CHANGELOG.md', changelog.replace(UNRELEASED, `${UNRELEASED}\n## ${version}, ${today}\n`));
