/** The manifest of a backup: what it holds, where it stands, and the hash of every file. It is written last. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { OpsError } from '../ops-errors.ts';

const manifestName = 'manifest.json';

const position = z.string().regex(/^\d+-\d+$/);

const schema = z.object({
  format: z.literal(1),
  /** The release that wrote it. */
  release: z.string(),
  takenAt: z.string(),
  exchangeId: z.string(),
  /** Names of the migrations that the database had. */
  migrations: z.array(z.string()),
  /** In the order in which they can be filled. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), file: z.string() })),
  partitions: z.array(z.object({ name: z.string(), parent: z.string(), bound: z.string() })),
  sequences: z.record(z.string(), z.string()),
  shards: z.array(
    z.object({
      name: z.string(),
      /** Where Postgres was settled when it was copied. */
      cursor: z.object({ position, seq: z.number() }),
      /** The last entry of the journal that was copied, and how many there are from the first on. */
      position,
      entryCount: z.number(),
      /** The rows of Postgres that a replay to the cursor must give, in the engine's integers. */
      rows: z.string(),
    }),
  ),
  /** Counters and memories that Redis holds beside the journals. */
  redis: z.object({ senders: z.number(), tickerState: z.string().nullable() }),
  files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
});

export type Manifest = z.infer<typeof schema>;
export type ManifestShard = Manifest['shards'][number];
export type ManifestTable = Manifest['tables'][number];

/** Hashes every file of the folder and writes the manifest. */
export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format' | 'files'>): Promise<Manifest> {
  const whole: Manifest = { format: 1, ...manifest, files: await hashFiles(folder) };
  const unfinished = join(folder, `${manifestName}.tmp`);
  await writeFile(unfinished, `${JSON.stringify(whole, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(unfinished, join(folder, manifestName));
  return whole;
}

/** @throws OpsError when there is no manifest, or it is of another format */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new OpsError(`${folder} cannot be read by this user: ${error.message}`);
    throw new OpsError(`${folder} is no backup, or one that was not finished: it has no ${manifestName}`);
  });
  const parsed = schema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new OpsError(`${folder}/${manifestName} is not understood: ${parsed.error.message}`);
  return parsed.data;
}

/** What is wrong with the files of a backup, one line each; empty when they are what was written. */
export async function fileFaults(folder: string, manifest: Manifest): Promise<string[]> {
  const found = await hashFiles(folder);
  return Object.entries(manifest.files).flatMap(([file, { sha256 }]) => {
    const now = found[file];
    if (!now) return [`${file} is missing`];
    return now.sha256 === sha256 ? [] : [`${file} has been changed`];
  });
}

async function hashFiles(folder: string): Promise<Manifest['files']> {
  const files: Manifest['files'] = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    if (!entry.isFile() || name.startsWith(manifestName)) continue;
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    files[name] = { bytes: (await stat(path)).size, sha256: hash.digest('hex') };
  }
  return files;
}
