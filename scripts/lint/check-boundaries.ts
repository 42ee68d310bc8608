/** Exits with 1 when an import of apps/api/src runs up a floor or past a folder's door. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../supervisor/folders.ts';
import { boundaryFaults } from './boundaries.ts';

const base = 'apps/api/src';
const paths = globSync(`${base}/**/*.ts`, { cwd: root }).filter((path) => !path.endsWith('.test.ts'));
const faults = boundaryFaults(base, new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])));
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
