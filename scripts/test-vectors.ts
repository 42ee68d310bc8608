/**
 * `npm run test:vectors [-- FILE]`: runs a file of worked examples (as tests/vectors/perpetual-vectors.json) through the product's
 * formulas, a line a case; without one all that the repository has. The last line says `N passed, N failed`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runVectors, type VectorResult } from '../tests/vectors/run-vectors.ts';
import type { VectorFile } from '../tests/vectors/vector-file.ts';
import { root } from './supervisor/folders.ts';

const [name] = process.argv.slice(2);
const files = name === undefined ? ownFiles() : [given(name)];
const results = files.flatMap((file) => runVectors(readVectors(file)));
const failed = results.filter(({ differences }) => differences.length > 0).length;
const lines = results.map(lineOf);
process.stdout.write(`${[...lines, `${results.length - failed} passed, ${failed} failed`].join('\n')}\n`);
process.exitCode = failed === 0 ? 0 : 1;

function ownFiles(): string[] {
  const folder = join(root, 'tests', 'vectors');
  return readdirSync(folder)
    .filter((entry) => entry.endsWith('-vectors.json'))
    .map((entry) => join(folder, entry));
}

/** npm runs this in the repository; INIT_CWD is the folder that it was called from. */
function given(path: string): string {
  const candidates = [process.env.INIT_CWD ?? '.', '.'].map((folder) => resolve(folder, path));
  return candidates.find((candidate) => existsSync(candidate)) ?? path;
}

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
