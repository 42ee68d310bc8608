import { createHash } from 'node:crypto';
import { existsSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './folders.ts';

/** Besides these, whatever begins with a dot: it is made by the build. */
const leftOut = new Set(['node_modules', 'dist']);

/**
 * A stamp over names, sizes and times of files, and of those below folders, all given from the repository's root. Contents are not read: each command
 * of an operator asks for it.
 */
export function sourcesStamp(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const [path, { size, mtimeMs }] of sources.flatMap((source) => filesBelow(join(root, source))))
    hash.update(`${relative(root, path)} ${size} ${mtimeMs}\n`);
  return hash.digest('hex');
}

/** In the order of their names. */
function filesBelow(path: string): [path: string, stats: Stats][] {
  if (!existsSync(path)) return [];
  const stats = statSync(path);
  if (!stats.isDirectory()) return [[path, stats]];
  return readdirSync(path)
    .filter((name) => !leftOut.has(name) && !name.startsWith('.'))
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}
