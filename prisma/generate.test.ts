import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';

/** Takes its time, as Prisma does, and notes that it ran. */
const slowPrisma = `
const { appendFileSync, mkdirSync } = require('node:fs');
appendFileSync('runs', 'x');
setTimeout(() => mkdirSync('generated', { recursive: true }), 300);
`;

const folder = mkdtempSync(join(tmpdir(), 'generate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('calls at the same time run Prisma once, and a later call not at all', async () => {
  cpSync(join(import.meta.dirname, 'generate.ts'), join(folder, 'generate.ts'));
  mkdirSync(join(folder, 'schema'));
  const prisma = join(folder, 'node_modules', 'prisma');
  mkdirSync(join(prisma, 'build'), { recursive: true });
  for (const file of [join(folder, 'package.json'), join(prisma, 'package.json')]) writeFileSync(file, '{}');
  writeFileSync(join(prisma, 'build', 'index.js'), slowPrisma);
  const { generateClient } = (await import(
    pathToFileURL(join(folder, 'generate.ts')).href
  )) as typeof import('./generate.ts');
  expect(await Promise.all([generateClient(), generateClient()])).toEqual(['generated', 'generated']);
  expect(readFileSync(join(folder, 'runs'), 'utf8')).toBe('x');
  expect(await generateClient()).toBe('unchanged');
});
