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
