/**
 * Our own processes as bundles. A part that loads its thousands of modules one by one spends seconds of a processor before
 * it does anything; its bundle is read in some tenths of one (docs/decisions/0219).
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
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
const applications = ['apps/api', 'apps/engine'];

let name: string | undefined;
let running: Promise<void> | undefined;

/**
 * The folder of an application's bundles that come from exactly these sources; another one for other sources, so that an exchange
 * that runs from its bundles keeps them. The place of the sources is part of its name: bundles contain it.
 */
function folderOf(application: string): string {
  // Asked once in a process: nobody edits the sources of an exchange that runs.
  name ??= createHash('sha256')
    .update(`${root} ${sourcesStamp(sources)}`)
    .digest('hex')
    .slice(0, 16);
  return join(root, application, 'dist', name);
}

function areFresh(): boolean {
  return applications.every((application) => existsSync(folderOf(application)));
}

/** Bundles our processes unless there are bundles that come from exactly these sources. */
export async function buildServers(signal?: AbortSignal): Promise<'built' | 'unchanged'> {
  if (areFresh()) return 'unchanged';
  running ??= runBundler(signal).finally(() => {
    running = undefined;
  });
  await running;
  return 'built';
}

async function runBundler(signal?: AbortSignal): Promise<void> {
  const folders = applications.map(folderOf);
  await runStep('the bundles of the servers', [join(root, 'scripts', 'bundle-servers.ts'), ...folders], {
    cwd: root,
    ...(signal ? { signal } : {}),
  });
}

/**
 * The file to run for one of our processes: its bundle, or the source itself where no bundle was made from these sources.
 * @param entry from the repository's root, as `apps/api/src/processes/worker.ts`
 */
export function programOf(entry: string): string {
  const application = applications.find((folder) => entry.startsWith(`${folder}/src/`));
  const bundle = application && bundleOf(entry, application, folderOf(application));
  return bundle && existsSync(bundle) ? bundle : join(root, entry);
}

/** `apps/api/src/processes/worker.ts` is bundled into `processes/worker.js`. */
function bundleOf(entry: string, application: string, folder: string): string {
  return join(folder, entry.slice(`${application}/src/`.length).replace(/\.ts$/, '.js'));
}
