import { expect, test } from 'vitest';
import { apart, eachNetwork } from './each-network.ts';

const networks = [
  { id: 1, key: 'SILENT' },
  { id: 2, key: 'ANSWERING' },
];
const pool = { query: async () => ({ rows: networks }) } as never;

test('a network that does not answer holds up neither the others nor the next run', async () => {
  const [served, logged] = [new Map<number, number>(), [] as string[]];
  let answer: () => void = () => undefined;
  const silence = new Promise<void>((done) => {
    answer = done;
  });
  const log = { error: (_facts: object, text: string) => void logged.push(text) } as never;
  const run = apart((busy) =>
    eachNetwork({ pool, log, failed: 'failed', busy }, async ({ id }) => {
      served.set(id, (served.get(id) ?? 0) + 1);
      if (id === 1) await silence;
      else throw new Error('of this one alone');
    }),
  );
  await run();
  await run();
  expect(Object.fromEntries(served)).toEqual({ 1: 1, 2: 2 });
  expect(logged).toEqual(['failed', 'failed']);
  answer();
  await silence;
  await run();
  expect(Object.fromEntries(served)).toEqual({ 1: 2, 2: 3 });
});
