/**
 * Completes package-lock.json with the optional packages of other platforms.
 * A registry that holds only this platform's makes npm leave them out, and `npm ci` then refuses the file everywhere.
 * Run it after every change of dependencies: `npm run lock`.
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface Entry {
  version: string;
  dev?: true;
  optional?: true;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

interface Lock {
  packages: Record<string, Entry>;
}

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** Such packages carry their platform in their name: `@rolldown/binding-linux-x64-musl`. */
function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/);
  const os = words.filter(word => SYSTEMS.includes(word));
  const cpu = words.filter(word => PROCESSORS.includes(word));
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : [];
  return { ...(os.length > 0 && { os }), ...(cpu.length > 0 && { cpu }), ...(libc.length > 0 && { libc }) };
}

const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));

for (const [place, { dev, optionalDependencies = {} }] of Object.entries(lock.packages))
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const platform = platformOf(name);
    if (platform.cpu === undefined || lock.packages[`node_modules/${name}`]?.version === version) continue;
    lock.packages[`${folderOf(place)}${name}`] ??= { version, ...platform, ...(dev && { dev }), optional: true };
  }

/** The folder a package lies in: two versions of one package bring two versions of their parts, each beside its own. */
function folderOf(place: string): string {
  return place.slice(0, place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
