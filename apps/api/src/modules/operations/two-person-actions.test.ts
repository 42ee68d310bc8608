import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { OperatorAction } from '../../identity/index.ts';
import { findTwoPersonAction, twoPersonActions } from './two-person-actions.ts';

const sources = resolve(import.meta.dirname, '../..');
const texts = resolve(sources, '../../web/src/features/ops/locales/en.json');

/** Files that declare actions. */
async function declaringFiles(): Promise<{ path: string; text: string }[]> {
  const files: { path: string; text: string }[] = [];
  for await (const name of glob('**/*.ts', { cwd: sources, exclude: ['**/*.test.ts'] })) {
    const path = join(sources, name);
    const text = readFileSync(path, 'utf8');
    if (/: OperatorAction</.test(text)) files.push({ path, text });
  }
  return files;
}

function takesTwoPersons(value: unknown): value is OperatorAction<never, unknown, unknown> {
  return typeof value === 'object' && value !== null && 'twoPersons' in value && value.twoPersons === true;
}

it('every action that takes two persons can be approved', async () => {
  const files = await declaringFiles();
  const exported = await Promise.all(files.map(({ path }) => import(path) as Promise<Record<string, unknown>>));
  const names = exported.flatMap((module) => Object.values(module).filter(takesTwoPersons)).map(({ name }) => name);
  const listed = Object.values(twoPersonActions).map(({ name }) => name);
  expect(names.toSorted()).toEqual(listed.toSorted());
  expect(names.filter((name) => findTwoPersonAction(name) === undefined)).toEqual([]);
  // Also those that a function makes, or that no file exports.
  const declared = files.flatMap(({ text }) => text.match(/^\s+twoPersons: true,$/gm) ?? []);
  expect(declared).toHaveLength(listed.length);
});

it('the console has a text for every action that waits for a second operator', () => {
  const { approvals } = JSON.parse(readFileSync(texts, 'utf8')) as {
    approvals: { actions: Record<string, Record<string, string>> };
  };
  const unnamed = Object.values(twoPersonActions).filter(({ name }) => {
    const [domain = '', what = ''] = name.split('.');
    return approvals.actions[domain]?.[what] === undefined;
  });
  expect(unnamed.map(({ name }) => name)).toEqual([]);
});

it('an action that names an account says that it is about it, so that nobody decides about their own', () => {
  const named = Object.values(twoPersonActions).filter(
    ({ payload }) => payload instanceof z.ZodObject && 'email' in payload.shape,
  );
  expect(named.length).toBeGreaterThan(8);
  const silent = named.filter((action) => !('about' in action));
  expect(silent.map(({ name }) => name)).toEqual([]);
});
