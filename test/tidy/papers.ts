/** What is written for people agrees with what is there. */
import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { anchorOf } from '../../scripts/reference/markdown.ts';
import type { Rule, TextFile } from './sources.ts';

/** Each refusal has its heading in the reference, and each heading its refusal. */
export function refusalsAreDocumented(codes: readonly string[], page: TextFile): string[] {
  const documented = [...page.text.matchAll(/^### `(\w+)`$/gm)].map(([, code]) => code);
  return [
    ...codes
      .filter(code => !documented.includes(code))
      .map(code => `${code}: explain it in ${page.path} under "### \`${code}\`"`),
    ...documented
      .filter(code => !codes.includes(code))
      .map(code => `${page.path} explains ${code}, which nobody refuses with: delete it`),
  ];
}

const LINK = /\]\(([^)\s#]*)(?:#([^)\s]+))?[^)]*\)/g;

/** To a file that is there, and to a heading that is in it. */
export const linksLeadSomewhere: Rule<TextFile> = files => {
  const pages = files.filter(({ path }) => path.endsWith('.md'));
  const anchors = new Map(pages.map(({ path, text }) => [path, anchorsIn(text)]));
  return pages.flatMap(({ path, text }) =>
    [...text.matchAll(LINK)]
      .filter(([, target]) => !/^[a-z]+:/.test(target))
      .flatMap(([, target, anchor]) => {
        const place = target === '' ? path : normalize(join(dirname(path), target));
        if (!existsSync(place) && !anchors.has(place)) return [`${path} links to ${target}, which is not there`];
        const headings = anchors.get(place);
        return anchor === undefined || headings === undefined || headings.has(anchor)
          ? []
          : [`${path} links to #${anchor} of ${place}, which has no such heading`];
      }),
  );
};

/** Comments in blocks of code look like headings, and are none. */
const anchorsIn = (text: string): Set<string> =>
  new Set([...text.replaceAll(/^```.*?^```$/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading)));

/** Where packages come from is the machine's business: addresses in the project break it elsewhere. */
const ADDRESSES = [
  /registry\.[a-z-]+\.[a-z]+/,
  /^\s*registry\s*=/m,
  /"resolved"\s*:\s*"(?!(?:console|packages\/[\w-]+)")/,
  /https?:\/\/\S+\.t(ar\.)?gz/,
];

export const noDownloadAddresses: Rule<TextFile> = files =>
  files.flatMap(({ path, text }) =>
    ADDRESSES.flatMap(pattern => text.match(pattern)?.slice(0, 1) ?? []).map(
      found =>
        `${path} holds "${found.trim()}": remove it; for the lock file keep omit-lockfile-registry-resolved in .npmrc`,
    ),
  );

/** The small packages are parts of one release: whoever has two of them must not wonder which belong together. */
export function partsFollowTheWhole(whole: TextFile, parts: readonly TextFile[]): string[] {
  const { version, engines } = JSON.parse(whole.text);
  return parts.flatMap(({ path, text }) => {
    const part = JSON.parse(text);
    return part.version === version && part.engines?.node === engines.node
      ? []
      : [`${path} must have the version and the engines of ${whole.path}: npm version sets the first`];
  });
}

interface Lock {
  readonly packages: Record<string, { readonly optionalDependencies?: Record<string, string> }>;
}

/** `npm ci` refuses a lock file that lacks the optional packages of any platform. */
export function lockIsComplete({ path, text }: TextFile): string[] {
  const { packages }: Lock = JSON.parse(text);
  const places = Object.keys(packages);
  return Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies)
      .filter(name => !places.some(place => place.endsWith(`node_modules/${name}`)))
      .map(name => `${path} lacks ${name}: run npm run lock`),
  );
}
