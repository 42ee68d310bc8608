import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { errorTable } from './errors.ts';

it('an error code belongs to one domain, whose table is in the list', async () => {
  const files = glob('contracts/{errors,*/errors}.ts', { cwd: import.meta.dirname });
  const codes = await Array.fromAsync(files, async (file) => {
    const tables = Object.values((await import(join(import.meta.dirname, file))) as Record<string, object>);
    return tables.flatMap((table) => Object.keys(table));
  });
  expect(codes.flat().sort()).toEqual(Object.keys(errorTable).sort());
});

it('docs/api.md lists each code beside its status, and no other', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
  const start = text.indexOf('## Refusals');
  const table = text.slice(start, text.indexOf('**Step-up.**', start));
  const listed = [...table.matchAll(/^\| (\d{3}(?:, \d{3})*) \| (.*) \|$/gm)].flatMap(([, statuses = '', cell = '']) =>
    [...cell.matchAll(/`([a-z]\w+)`/g)].map(([, code = '']) => ({ code, statuses: statuses.split(', ').map(Number) })),
  );
  expect(listed.map(({ code }) => code).toSorted()).toEqual(Object.keys(errorTable).toSorted());
  const misplaced = Object.entries(errorTable).filter(
    ([code, { status }]) => !listed.find((one) => one.code === code)?.statuses.includes(status),
  );
  expect(misplaced.map(([code]) => code)).toEqual([]);
});
