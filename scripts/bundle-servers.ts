/**
 * Bundles each process of ours with all that it imports, packages included: `apps/api/src/processes/worker.ts` into
 * `apps/api/dist/processes/worker.js`. Processes of one application share chunks.
 */
import { rmSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { root } from './supervisor/folders.ts';

const applications = [
  {
    folder: 'apps/api',
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
  applications.flatMap(({ folder, entries }) =>
    entries.map((entry) => [join(root, folder, 'src', `${entry}.ts`), join(root, folder, 'dist', `${entry}.js`)]),
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

for (const { folder, entries } of applications) {
  const source = join(root, folder, 'src');
  const target = join(root, folder, 'dist');
  rmSync(target, { recursive: true, force: true });
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((entry) => [entry, join(source, `${entry}.ts`)])),
    platform: 'node',
    external: unbundled,
    plugins: [placesOfSources],
    onLog: (level, log) => process.stderr.write(`${level}: ${log.message}\n`),
  });
  await bundle.write({
    dir: target,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  await bundle.close();
}
