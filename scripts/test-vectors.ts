/**
 * `npm run test:vectors -- FILE`: runs a file of worked examples of perpetuals (as tests/vectors/perpetual-vectors.json)
 * through the product's formulas, a line a case; the last line says `N passed, N failed`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runVectors, type VectorResult } from '../tests/vectors/run-vectors.ts';
import type { VectorFile } from '../tests/vectors/vector-file.ts';

const [name] = process.argv.slice(2);
if (!name) {
  process.stderr.write('Usage: npm run test:vectors -- FILE\n');
  process.exit(2);
}
// npm runs this in the repository; INIT_CWD is the folder that it was called from.
const candidates = [process.env.INIT_CWD ?? '.', '.'].map((folder) => resolve(folder, name));
const file = candidates.find((path) => existsSync(path)) ?? name;
const results = runVectors(readVectors(file));
const failed = results.filter(({ differences }) => differences.length > 0).length;
const lines = results.map(lineOf);
process.stdout.write(`${[...lines, `${results.length - failed} passed, ${failed} failed`].join('\n')}\n`);
process.exitCode = failed === 0 ? 0 : 1;

function readVectors(path: string): VectorFile {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    process.stderr.write(`${path}: ${String(error)}\n`);
    process.exit(2);
  }
}

function lineOf({ id, kind, title, differences }: VectorResult): string {
  const name = `${id} ${kind}`;
  return differences.length === 0 ? `ok ${name} ${title}`.trimEnd() : `FAIL ${name} ${differences.join('; ')}`;
}
