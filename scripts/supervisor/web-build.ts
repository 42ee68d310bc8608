import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './folders.ts';
import { sourcesStamp } from './sources-stamp.ts';
import { runStep } from './step.ts';

const web = join(root, 'apps', 'web');
/** What the bundle is made of. */
const sources = ['apps/web', 'packages/shared/src', 'pnpm-lock.yaml', 'tsconfig.base.json'];

/** Builds the client into apps/web/dist unless the one there comes from exactly these sources. */
export async function buildWebClient(signal?: AbortSignal): Promise<'built' | 'unchanged' | 'absent'> {
  if (!existsSync(join(web, 'index.html'))) return 'absent';
  const stampFile = join(web, 'dist', '.sources-stamp');
  const stamp = sourcesStamp(sources);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return 'unchanged';
  const vite = join(web, 'node_modules', 'vite', 'bin', 'vite.js');
  await runStep('the web client', [vite, 'build', '--logLevel', 'warn'], {
    cwd: web,
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
    ...(signal ? { signal } : {}),
  });
  writeFileSync(stampFile, stamp);
  return 'built';
}
