import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runVectors } from './run-vectors.ts';
import type { VectorFile } from './vector-file.ts';

const file = new URL('./otc-vectors.json', import.meta.url);
const vectors: VectorFile = JSON.parse(readFileSync(file, 'utf8'));

it.each(runVectors(vectors))('$id $kind: $title', ({ differences }) => {
  expect(differences).toEqual([]);
});
