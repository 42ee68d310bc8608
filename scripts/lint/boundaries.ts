/**
 * The floors of apps/api/src, from the ground up: a file imports from floors below its own only. A folder of a floor is entered by its
 * index.ts. Imports of types count as well. Tests are free. The entry points of packages hold for everybody, tests too.
 */
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';

/** Folders on one line share a floor, and do not import each other. */
const floors: readonly (readonly string[])[] = [
  ['platform/config', 'platform/log', 'platform/redis', 'platform/database', 'platform/polling'],
  ['platform/http', 'platform/sealing', 'platform/documents'],
  ['platform/metrics', 'platform/files'],
  ['ledger'],
  ['catalog', 'chains'],
  ['identity'],
  ['shards'],
  ['live'],
  ['jobs'],
  ['notices'],
  ['settlement', 'ticker'],
  ['modules'],
  ['adapters/cli', 'adapters/socket'],
  ['demo'],
  ['processes'],
];
const floorOf = new Map(floors.flatMap((folders, floor) => folders.map((folder) => [folder, floor] as const)));
/** Their folders are many of one kind, each with an entry point of its own. */
const divided = new Set(['platform', 'modules', 'adapters']);
/** Each file is a program, or is read by one. */
const withoutEntryPoint = new Set(['processes', 'demo']);

/**
 * @param base the folder of the floors
 * @param files texts by path
 * @returns a line for each import that runs up, sideways, or past an entry point
 */
export function boundaryFaults(base: string, files: ReadonlyMap<string, string>): string[] {
  const faults: string[] = [];
  for (const [file, text] of files) {
    const from = placeOf(base, file);
    if (from.floor === undefined) faults.push(`${file}: the folder ${from.folder} is on no floor`);
    for (const imported of relativeImports(file, text)) {
      const to = placeOf(base, imported);
      if (to.folder === from.folder) continue;
      if (!isBelow(from, to)) faults.push(`${file} imports ${imported}, which is on no floor below it`);
      else if (!withoutEntryPoint.has(to.folder) && imported !== join(base, to.folder, 'index.ts'))
        faults.push(`${file} imports ${imported} past the index.ts of ${to.folder}`);
    }
  }
  return faults;
}

/** What the apps share, by the name in their package.json: each folder that has an index.ts is an entry point. */
const packages: readonly (readonly [name: string, base: string])[] = [
  ['@pelican/shared', 'packages/shared/src'],
  ['@pelican/tracing', 'packages/tracing/src'],
];

/**
 * @param entryPoints paths of the index.ts of packages
 * @param files texts by path
 * @returns a line for each import that enters a package past its entry points
 */
export function packageFaults(entryPoints: ReadonlySet<string>, files: ReadonlyMap<string, string>): string[] {
  const faults: string[] = [];
  for (const [file, text] of files) {
    const owned = packages.filter(([name, base]) => text.includes(name) || text.includes(base));
    for (const [name, base] of owned) {
      if (file.startsWith(`${base}/`)) continue;
      for (const specifier of specifiersOf(file, text)) {
        const isNamed = specifier === name || specifier.startsWith(`${name}/`);
        const imported = isNamed
          ? join(base, specifier.slice(name.length), 'index.ts')
          : join(dirname(file), specifier);
        if (imported.startsWith(`${base}/`) && !entryPoints.has(imported))
          faults.push(`${file} imports ${specifier} past the entry points of ${name}`);
      }
    }
  }
  return faults;
}

interface Place {
  folder: string;
  floor: number | undefined;
}

function placeOf(base: string, file: string): Place {
  const [first = '', second = ''] = relative(base, dirname(file)).split('/');
  const folder = divided.has(first) ? `${first}/${second}` : first;
  return { folder, floor: floorOf.get(folder) ?? floorOf.get(first) };
}

/** Modules may use each other; that they make no circle is Biome's rule. */
function isBelow(from: Place, to: Place): boolean {
  if (from.floor === undefined || to.floor === undefined) return false;
  const areModules = from.folder.startsWith('modules/') && to.folder.startsWith('modules/');
  return to.floor < from.floor || areModules;
}

function relativeImports(file: string, text: string): string[] {
  return specifiersOf(file, text)
    .filter((one) => one.startsWith('.'))
    .map((one) => join(dirname(file), one));
}

function specifiersOf(file: string, text: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const specifiers = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ...dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ];
  return [...new Set(specifiers)];
}
