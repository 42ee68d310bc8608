/**
 * Generates the Prisma client into prisma/generated, without network.
 *
 * Prisma's command line downloads a schema engine before it does anything, although generating needs none. Naming any
 * existing file as that engine keeps it from trying.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = import.meta.dirname;
const stampFile = join(root, 'generated', '.schema-hash');

/** Prisma deletes the old files first: two of it at once would delete each other's. */
let running: Promise<void> | undefined;

/**
 * Generates the client when the schema or the Prisma version changed since the last time, or always with `force`.
 * Calls at the same time share one run of Prisma.
 */
export async function generateClient(options: { force?: boolean } = {}): Promise<'generated' | 'unchanged'> {
  const hash = schemaHash();
  if (!options.force && readStamp() === hash) return 'unchanged';
  running ??= runPrisma(['generate']).finally(() => {
    running = undefined;
  });
  await running;
  writeFileSync(stampFile, hash);
  return 'generated';
}

function schemaHash(): string {
  const hash = createHash('sha256');
  const schemaDir = join(root, 'schema');
  for (const file of readdirSync(schemaDir)
    .filter((name) => name.endsWith('.prisma'))
    .sort()) {
    hash.update(file).update(readFileSync(join(schemaDir, file)));
  }
  // Our own manifest names Prisma's version; the generator itself is absent where the client was made elsewhere.
  return hash.update(readFileSync(join(root, 'package.json'))).digest('hex');
}

function readStamp(): string | undefined {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return undefined;
  }
}

function prismaPackageFile(): string {
  return createRequire(import.meta.url).resolve('prisma/package.json');
}

function runPrisma(args: string[]): Promise<void> {
  const command = join(dirname(prismaPackageFile()), 'build', 'index.js');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, ...args], {
      cwd: root,
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`prisma ${args.join(' ')} ended with code ${code}:\n${output}`));
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`Prisma client ${await generateClient({ force: true })}\n`);
}
