/** `npm run bench -- <name> [arguments]`: runs tests/bench/<name>.ts; its last line is one line of JSON. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { generateClient } from '../prisma/generate.ts';
import { root } from './supervisor/folders.ts';
import { buildServers } from './supervisor/server-build.ts';

const folder = join(root, 'tests', 'bench');
const [name = '', ...args] = process.argv.slice(2);
const file = join(folder, `${name}.ts`);

if (!/^[a-z][a-z-]*$/.test(name) || !existsSync(file)) {
  process.stderr.write(`Usage: npm run bench -- <name> [arguments]\nThere are: ${benchmarks().join(', ')}\n`);
  process.exit(1);
}
await generateClient();
await buildServers();
const child = spawn(process.execPath, ['--expose-gc', file, ...args], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));

/** The files of the folder that are benchmarks by themselves; what they share lies in folders below. */
function benchmarks(): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((entry) => entry.endsWith('.ts') && !entry.endsWith('.test.ts'))
    .map((entry) => entry.slice(0, -'.ts'.length));
}
