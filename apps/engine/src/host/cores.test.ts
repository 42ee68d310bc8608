import { describe, expect, it, vi } from 'vitest';

/** The seed of a process that has just loaded its cores. */
async function seedOfNewProcess(): Promise<string> {
  vi.resetModules();
  await import('./cores.ts');
  const { placementSeed } = await import('../core/kernel/placement-seed.ts');
  return placementSeed.join();
}

describe('the places of keys', () => {
  it('follow from a seed that every process draws anew', async () => {
    const seeds = [await seedOfNewProcess(), await seedOfNewProcess(), '0,0'];
    expect(new Set(seeds).size).toBe(3);
  });
});
