/** Docs, compose file and the code name the same settings. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentedTable, settingsOf, settingsTable } from './settings-table.ts';
import { root } from './supervisor/folders.ts';

const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
const known = new Set(Object.values(settingsOf).flatMap((table) => Object.keys(table)));

test('docs/operations.md lists every setting as it is; node scripts/settings-table.ts writes it', () => {
  expect(documentedTable()).toBe(settingsTable());
});

test('a setting that several parts read is one setting', () => {
  const declared = Object.values(settingsOf).flatMap((table) => Object.entries(table));
  const byName = Map.groupBy(declared, ([name]) => name);
  const different = [...byName].filter(([, those]) => new Set(those.map(([, { isSecret }]) => isSecret)).size > 1);
  expect(different.map(([name]) => name)).toEqual([]);
});

test('a part reads its environment by its table alone', () => {
  const files = ['apps/api/src', 'apps/engine/src', 'packages'].flatMap((folder) =>
    globSync(`${folder}/**/*.ts`, { cwd: root, exclude: ['**/node_modules/**', '**/*.test.ts'] }),
  );
  expect(files.length).toBeGreaterThan(300);
  const readers = files.filter((file) => /process\.env(\.|\[)/.test(readFileSync(join(root, file), 'utf8')));
  // GLIBC_TUNABLES is of the programs that start an engine.
  expect(readers).toEqual(['apps/engine/src/process-settings.ts']);
});

/** Where the environment of a part is put together: anchors and services of docker-compose.yml. */
const sectionsOf: Record<string, string[]> = {
  api: ['x-environment', 'x-traced-environment', 'x-api-environment', 'x-public-api-environment', '  api', '  console'],
  engine: ['x-environment', 'x-traced-environment', 'x-engine-environment', '  engine-spot'],
  settlement: ['x-environment', 'x-traced-environment', 'x-settlement-environment', '  settlement-spot'],
  ticker: ['x-environment', 'x-ticker-environment', '  ticker'],
  worker: ['x-environment', '  worker'],
  signer: ['x-environment', '  signer'],
  migrate: ['x-environment', 'x-owner-environment', '  migrate'],
  ops: ['x-environment', 'x-owner-environment', '  ops'],
};
/** The image sets DATA_DIR; the others are of demos and tests, or come with another setting. */
const notOfOperators = [
  'DATA_DIR',
  'DEMO',
  'DEV_MAILBOX',
  'DEMO_INDEX_STILL',
  'WEB_DIST',
  'SANDBOX_CHAIN_URL',
  'SANDBOX_PROVIDER_SECRET',
];
const notNeeded: Record<string, string[]> = { worker: ['PORT'] };

function section(heading: string): string {
  const indent = heading.length - heading.trimStart().length;
  const start = compose.search(new RegExp(`^${heading}:`, 'm'));
  if (start < 0) throw new Error(`docker-compose.yml has no ${heading}`);
  const rest = compose.slice(compose.indexOf('\n', start) + 1);
  const end = rest.search(new RegExp(`^ {0,${indent}}\\S`, 'm'));
  return compose.slice(start, compose.indexOf('\n', start) + 1) + (end < 0 ? rest : rest.slice(0, end));
}

test.each(Object.entries(sectionsOf))('each setting that %s reads reaches its container', (part, headings) => {
  const text = headings.map(section).join('\n');
  const reaches = (name: string) => new RegExp(`^ +(.*[{,] )?${name}(_FILE)?:`, 'm').test(text);
  const excused = [...notOfOperators, ...(notNeeded[part] ?? [])];
  const names = Object.keys(settingsOf[part] ?? {});
  expect(names.length).toBeGreaterThan(4);
  expect(names.filter((name) => !excused.includes(name) && !reaches(name))).toEqual([]);
});

test('docker-compose.yml and .env.example name no setting that nobody reads', () => {
  const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const ofCompose = operations.slice(operations.indexOf('Beside them docker-compose.yml takes'));
  const example = readFileSync(join(root, '.env.example'), 'utf8');
  const named = [
    ...[...compose.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name = '']) => name),
    ...[...compose.matchAll(/^ +([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name.replace(/_FILE$/, '')),
    ...[...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name),
  ];
  expect(named.length).toBeGreaterThan(80);
  const isForeign = (name: string) => /^(POSTGRES_(USER|DB|PASSWORD)|GF_|MP_|NODE_IMAGE)/.test(name);
  const isOfCompose = (name: string) => new RegExp(`\\b${name}\\b`).test(ofCompose);
  expect([...new Set(named)].filter((name) => !known.has(name) && !isForeign(name) && !isOfCompose(name))).toEqual([]);
});

test('no secret stands in docker-compose.yml as a value: containers take it from a file', () => {
  const secrets = Object.values(settingsOf).flatMap((table) =>
    Object.entries(table).flatMap(([name, { isSecret }]) => (isSecret ? [name] : [])),
  );
  const withValue = [...new Set(secrets)].filter((name) => new RegExp(`^ +${name}: *\\S`, 'm').test(compose));
  expect(withValue).toEqual([]);
});
