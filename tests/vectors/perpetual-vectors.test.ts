import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runVectors } from './run-vectors.ts';
import type { VectorFile } from './vector-file.ts';

const file = new URL('./perpetual-vectors.json', import.meta.url);
const vectors: VectorFile = JSON.parse(readFileSync(file, 'utf8'));

describe('worked examples of perpetuals', () => {
  it.each(runVectors(vectors))('$id $kind: $title', ({ differences }) => {
    expect(differences).toEqual([]);
  });

  it('report a wrong digit, a missing field and an unknown kind', () => {
    const [first] = vectors.vectors;
    if (!first) throw new Error('the file has no case');
    const wrong = { ...first, out: { ...first.out, cost: '0.1' } };
    const missing = { ...first, out: { ...first.out, surprise: null } };
    const unknown = { ...first, kind: 'astrology' };
    const results = runVectors({ ...vectors, vectors: [wrong, missing, unknown] });
    expect(results.map(({ differences }) => differences.length)).toEqual([1, 1, 1]);
    expect(results[0]?.differences[0]).toMatch(/^cost: expected "0.1", got/);
  });
});
