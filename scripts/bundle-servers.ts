/**
 * Bundles each process of ours with all that it imports, packages included: `apps/api/src/processes/worker.ts` into
 * `processes/worker.js` of the folder that is given for apps/api. Processes of one application share chunks.
 *
 *   node scripts/bundle-servers.ts FOLDER-OF-API FOLDER-OF-ENGINE
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { root } from './supervisor/folders.ts';

const [apiFolder = '', engineFolder = ''] = process.argv.slice(2);

const applications = [
  {
    folder: 'apps/api',
    target: apiFolder,
    entries: [
      'processes/api/main',
      'processes/ops',
      'processes/sandbox-chain',
      'processes/settlement',
      'processes/signer',
      'processes/ticker',
      'processes/worker',
      'demo/maker',
      'demo/seed',
    ],
  },
  {
    folder: 'apps/engine',
    target: engineFolder,
    entries: [
      'host/main',
      'host/housekeeping-thread',
      'host/regeneration-thread',
      'host/backup-main',
      'host/recover-journal-main',
      'host/replay-main',
    ],
  },
];

/** By the source of each entry. */
const bundles = new Map(
  applications.flatMap(({ folder, target, entries }) =>
    entries.map((entry) => [join(root, folder, 'src', `${entry}.ts`), join(target, `${entry}.js`)]),
  ),
);

/** Packages with files of their own beside their code: native libraries, threads, pages. */
const unbundled = ['@fastify/swagger-ui', '@node-rs/argon2', 'pino', 'piscina', 'sharp'];

/** A module finds the files beside it by where its source lies; a thread or program that is bundled too is started from its bundle. */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  transform: {
    filter: { code: 'import.meta.' },
    handler(code, file) {
      if (!isAbsolute(file)) return null;
      const placeOf = (whole: string, path: string) => {
        const bundle = bundles.get(resolve(dirname(file), path));
        return bundle === undefined ? whole : `new URL(${JSON.stringify(pathToFileURL(bundle).href)})`;
      };
      return code
        .replaceAll(/new URL\('([^']+\.ts)', import\.meta\.url\)/g, placeOf)
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(file)))
        .replaceAll('import.meta.filename', JSON.stringify(file))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href));
    },
  },
};

const hourMs = 3_600_000;

/**
 * Puts what was written in its place at once, so that nobody finds half of it. Where another build of the same sources was first,
 * its bundles stay.
 */
function putInPlace(written: string, target: string): void {
  try {
    renameSync(written, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
    rmSync(written, { recursive: true });
  }
}

/** All but these bundles, the ones made before them, from which an exchange may run, and what another build is writing. */
function removeOlder(target: string): void {
  const dist = dirname(target);
  const others = readdirSync(dist)
    // Another build may be removing it at this moment.
    .map((name) => ({ name, changedMs: statSync(join(dist, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .filter(({ name }) => name !== basename(target))
    .sort((a, b) => b.changedMs - a.changedMs);
  const [previous, ...older] = others.filter(({ name }) => /^[0-9a-f]{16}$/.test(name));
  const unfinished = others.filter((other) => other !== previous && !older.includes(other));
  const abandoned = unfinished.filter(({ changedMs }) => changedMs < Date.now() - hourMs);
  for (const { name } of [...older, ...abandoned]) rmSync(join(dist, name), { recursive: true, force: true });
}

for (const { folder, target, entries } of applications) {
  const source = join(root, folder, 'src');
  const written = `${target}-${process.pid}`;
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((entry) => [entry, join(source, `${entry}.ts`)])),
    platform: 'node',
    external: unbundled,
    plugins: [placesOfSources],
    onLog: (level, log) => process.stderr.write(`${level}: ${log.message}\n`),
  });
  await bundle.write({
    dir: written,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  await bundle.close();
  putInPlace(written, target);
  removeOlder(target);
}
