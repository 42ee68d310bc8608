import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './folders.ts';
import { runStep } from './step.ts';

const web = join(root, 'apps', 'web');
/** What the bundle is made of. */
const sources = ['apps/web', 'packages/shared/src', 'pnpm-lock.yaml', 'tsconfig.base.json'];
/** Besides these, whatever begins with a dot: it is made by the build. */
const leftOut = new Set(['node_modules', 'dist']);

/** Builds the client into apps/web/dist unless the one there comes from exactly these sources. */
export async function buildWebClient(signal?: AbortSignal): Promise<'built' | 'unchanged' | 'absent'> {
  if (!existsSync(join(web, 'index.html'))) return 'absent';
  const stampFile = join(web, 'dist', '.sources-hash');
  const hash = hashOf(sources.map((source) => join(root, source)));
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return 'unchanged';
  const vite = join(web, 'node_modules', 'vite', 'bin', 'vite.js');
  await runStep('the web client', [vite, 'build', '--logLevel', 'warn'], {
    cwd: web,
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
    ...(signal ? { signal } : {}),
  });
  writeFileSync(stampFile, hash);
  return 'built';
}

function hashOf(paths: string[]): string {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesBelow).sort()) hash.update(relative(root, file)).update(readFileSync(file));
  return hash.digest('hex');
}

function filesBelow(path: string): string[] {
  if (!existsSync(path)) return [];
  const entries = isFolder(path) ? readdirSync(path) : undefined;
  if (!entries) return [path];
  return entries
    .filter((name) => !leftOut.has(name) && !name.startsWith('.'))
    .flatMap((name) => filesBelow(join(path, name)));
}

function isFolder(path: string): boolean {
  return statSync(path).isDirectory();
}
