/**
 * Our own processes as bundles. A part that loads its thousands of modules one by one spends seconds of a processor before
 * it does anything; its bundle is read in some tenths of one (docs/decisions/0219).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './folders.ts';
import { sourcesStamp } from './sources-stamp.ts';
import { runStep } from './step.ts';

/** What the bundles are made of. */
const sources = [
  'apps/api/src',
  'apps/engine/src',
  'packages/shared/src',
  'packages/tracing/src',
  'prisma',
  'pnpm-lock.yaml',
  'scripts/bundle-servers.ts',
];
const stampFile = join(root, 'apps', 'api', 'dist', '.sources-stamp');

let freshness: boolean | undefined;

/** The place is part of it: bundles name the folders of their sources. */
function stampOfSources(): string {
  return `${root} ${sourcesStamp(sources)}`;
}

/** Bundles our processes unless the bundles there come from exactly these sources. */
export async function buildServers(signal?: AbortSignal): Promise<'built' | 'unchanged'> {
  if (areFresh()) return 'unchanged';
  const stamp = stampOfSources();
  await runStep('the bundles of the servers', [join(root, 'scripts', 'bundle-servers.ts')], {
    cwd: root,
    ...(signal ? { signal } : {}),
  });
  writeFileSync(stampFile, stamp);
  freshness = true;
  return 'built';
}

/**
 * The file to run for one of our processes: its bundle, or the source itself where no bundle was made from these sources.
 * @param entry from the repository's root, as `apps/api/src/processes/worker.ts`
 */
export function programOf(entry: string): string {
  const bundle = join(root, bundleOf(entry));
  return existsSync(bundle) && areFresh() ? bundle : join(root, entry);
}

/** `apps/api/src/processes/worker.ts` is bundled into `apps/api/dist/processes/worker.js`. */
export function bundleOf(entry: string): string {
  return entry.replace('/src/', '/dist/').replace(/\.ts$/, '.js');
}

/** Asked once in a process: nobody edits the sources of an exchange that runs. */
function areFresh(): boolean {
  freshness ??= existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampOfSources();
  return freshness;
}
