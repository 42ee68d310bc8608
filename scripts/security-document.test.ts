/** docs/security.md names code and tests that are there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
const named = [...text.matchAll(/`([\w./-]+\.(?:ts|acl))`/g)].map(([, path = '']) => path);
const folders = ['', 'apps/api/src', 'tests/integration'];

test('the code and the tests that the requirements name are there', () => {
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !folders.some((folder) => existsSync(join(root, folder, path))))).toEqual([]);
});

test('a requirement without a test says so', () => {
  const rows = [...text.matchAll(/^\| \d.*\|$/gm)].map(([row]) => row.split('|').map((cell) => cell.trim()));
  expect(rows.length).toBeGreaterThan(40);
  const open = rows.filter((cells) => cells[4] === '-');
  const excused = /\*\*(not yet|partly|not met)\*\*|not yet|operator's|see above/i;
  expect(open.filter((cells) => !excused.test(cells[3] ?? '')).map((cells) => cells[1])).toEqual([]);
});
