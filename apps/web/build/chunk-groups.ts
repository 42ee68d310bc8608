/** Which modules of the client share a file: what every page needs is a few long-lived files, the rest follows its route. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { chunkPaths } from './chunk-paths.ts';

const client = fileURLToPath(new URL('..', import.meta.url));
const repository = fileURLToPath(new URL('../../..', import.meta.url));

type GroupName = keyof typeof chunkPaths;
type Group = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>[number];

/**
 * A module by the name that chunkPaths has for it.
 * @param id of the bundler: a path of the file system, maybe with a query
 */
function placeOf(id: string): string {
  const path = id.replace(/\?.*$/, '');
  const [, inPackage] = path.split(/.*\/node_modules\//);
  return inPackage ?? relative(path.startsWith(client) ? client : repository, path);
}

function isAt(place: string, path: string): boolean {
  return path.endsWith('/') ? place.startsWith(path) : place === path;
}

function isOf(name: GroupName): (id: string) => boolean {
  const paths: readonly string[] = chunkPaths[name];
  return (id) => {
    const place = placeOf(id);
    return paths.some((path) => isAt(place, path));
  };
}

/** Its modules with all that they import, unless an earlier group has it. */
function whole(name: GroupName): Group {
  return { name, test: isOf(name) };
}

/**
 * Its modules alone. With what they import such a file would hold what one page needs of it, and every other page that needs the rest would load
 * that too. The bundler then no longer sees to it that files do not import each other in a cycle, where chance decides which runs first:
 * src/app/bundle-size.test.ts does.
 */
function alone(name: GroupName): Group {
  return { name, test: isOf(name), includeDependenciesRecursively: false };
}

/** A module is in the first group that has it. */
export const chunkGroups: Group[] = [
  whole('framework'),
  // Every screen reads the exchange: one file compresses better than a dozen small ones.
  // Calls of the account area, of payments and of the console come with their pages; other languages by themselves. Icons of notices are too small for files.
  whole('exchange'),
  // Figures and what keeps them live: a page that is a form does without them.
  alone('markets'),
  // What is done on screens of an account or a market; public pages show before they need it.
  alone('actions'),
  // What all of Mantine is made of, and the parts that nearly every page shows.
  alone('mantine'),
  // Fields of lists and forms: a file for each would be a dozen requests before the page is there.
  alone('fields'),
  // What forms have beside fields.
  alone('inputs'),
  // What keeps the values of most forms.
  alone('forms'),
  // Schemas of forms, which are asked for where something is sent.
  alone('contracts'),
  // Signing in and up.
  alone('sign-in'),
  // Menus and what floats over a page, which come when the page is there.
  alone('menus'),
  // Tables of orders, on the trading screen and in the account.
  alone('orders'),
  // What both trading screens are made of, without what it shares with other pages.
  alone('terminal'),
];

/** Paths of the lists at which no module is. @param ids of all modules of a build */
export function unusedPaths(ids: Iterable<string>): string[] {
  const places = Array.from(ids, placeOf);
  const paths = Object.values<readonly string[]>(chunkPaths).flat();
  return paths.filter((path) => !places.some((place) => isAt(place, path)));
}

/** Ends a build in which a path of the lists matches no module: the file was renamed, and is in no group any more. */
export function checkChunkPaths(): Plugin {
  return {
    name: 'check-chunk-paths',
    apply: 'build',
    buildEnd(error) {
      if (error) return;
      const unused = unusedPaths(this.getModuleIds());
      if (unused.length > 0) this.error(`build/chunk-paths.ts: no module at ${unused.join(', ')}`);
    },
  };
}
