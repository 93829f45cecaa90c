/** The graph of imports, types included: no circles, and nothing that nobody needs. */
import { isTest, type Rule, type Source } from './sources.ts';

export const noCycles: Rule = files => {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, road: readonly string[]): void => {
    if (road.includes(path)) {
      circles.push(`${[...road.slice(road.indexOf(path)), path].join(' -> ')}: move what both need below both`);
      return;
    }
    if (done.has(path)) return;
    for (const target of importsOf.get(path) ?? []) visit(target, [...road, path]);
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  return circles;
};

/** What people and machines start from. */
const START = [
  // the reference that every engine is compared with
  /^src\/plan\/meaning\.ts$/,
  /^src\/(index|cli\/main|forecast\/simulation-worker|ledger\/sqlite\/writer-thread|service\/computing\/thread|entry\/accounting|(random|collect\/client)\/index)\.ts$/,
  /^test\/[^/]+\/(main|vitest\.config)\.ts$/,
  /^test\/referee\/(main|faults\/main|faults\/[^/]+\.fault|[^/]+\/referee)\.ts$/,
  /^(bench|scripts|examples(\/http)?)\/[^/]+\.ts$/,
  /^test\/support\/closing-line\.ts$/,
  /^test\/((crash|model|soak)\/main|soak\/unsteady-machine)\.ts$/,
  /\.(test|heavy|trino)\.ts$/,
  /^(console\/)?[^/]+\.config\.ts$/,
  /^console\/src\/main\.tsx$/,
];

/** A file of the product must be reached by the product: that a test imports it does not make it used. */
export const noDeadFiles: Rule = files => {
  const starts = files.filter(({ path }) => START.some(pattern => pattern.test(path)));
  const product = reached(
    files,
    starts.filter(file => !isTest(file)),
  );
  const all = reached(files, starts);
  return files
    .filter(file => !(isTest(file) || /^(bench|test)\//.test(file.path) ? all : product).has(file.path))
    .map(({ path }) => `${path} is reached from no entry point: use it or delete it`);
};

function reached(files: readonly Source[], starts: readonly Source[]): Set<string> {
  const byPath = new Map(files.map(file => [file.path, file]));
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const target of byPath.get(path)?.imports ?? []) visit(target);
  };
  for (const { path } of starts) visit(path);
  return seen;
}
