/** Exits with 1 when an import of apps/api/src runs up a floor or past a folder's entry point, or any import past a package's entry points. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../supervisor/folders.ts';
import { boundaryFaults, packageFaults } from './boundaries.ts';

const base = 'apps/api/src';
const read = (paths: string[]) => new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
const sources = globSync('{apps,packages,prisma,scripts,tests}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules', '**/dist', '**/generated', 'tests/fixtures'],
});
const entryPoints = new Set(sources.filter((path) => path.startsWith('packages/') && path.endsWith('/index.ts')));
const faults = [
  ...boundaryFaults(base, read(sources.filter((path) => path.startsWith(`${base}/`) && !path.endsWith('.test.ts')))),
  ...packageFaults(entryPoints, read(sources)),
];
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
