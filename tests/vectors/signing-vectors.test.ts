import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runVectors } from './run-vectors.ts';

const guide = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
const file = JSON.parse(readFileSync(new URL('./signing-vectors.json', import.meta.url), 'utf8'));

it.each(runVectors(file))('$id $title', ({ differences }) => {
  expect(differences).toEqual([]);
});

it('are those of the guide', () => {
  for (const { out } of file.vectors) expect(guide).toContain(out.signature);
});
