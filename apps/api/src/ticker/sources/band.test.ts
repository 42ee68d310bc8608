import { expect, test } from 'vitest';
import { type BandMemory, judgeByBand } from './band.ts';

const band = 2_000_000n;
const rupees = (price: number) => BigInt(Math.round(price * 1e8));
const start = 1_000_000 * 60;

/** The price of each second, from the second after the memory on. */
function watch(prices: number[], from: number, memory: BandMemory = []) {
  let isWithin = false;
  for (const [at, price] of prices.entries())
    ({ isWithin, memory } = judgeByBand(memory, rupees(price), { n: from + at, band }));
  return { isWithin, memory };
}
const seconds = (count: number, price: number) => Array.from({ length: count }, () => price);

test('a book counts after five minutes of its own, and within two percent of their middle', () => {
  expect(watch(seconds(300, 88.6), start).isWithin).toBe(false);
  const { isWithin, memory } = watch(seconds(301, 88.6), start);
  expect(isWithin).toBe(true);
  const at = { n: start + 301, band };
  expect(judgeByBand(memory, rupees(90.37), at).isWithin).toBe(true);
  expect(judgeByBand(memory, rupees(90.38), at).isWithin).toBe(false);
  expect(judgeByBand(memory, rupees(86.83), at).isWithin).toBe(true);
  expect(judgeByBand(memory, rupees(86.82), at).isWithin).toBe(false);
});

test('what is pushed down counts when it has stayed down for as long as it had been up, and no sooner', () => {
  const calm = watch(seconds(30 * 60, 88.6), start);
  const pushed = watch(seconds(15 * 60, 80), start + 30 * 60, calm.memory);
  expect(pushed.isWithin).toBe(false);
  expect(watch(seconds(61, 80), start + 45 * 60, pushed.memory).isWithin).toBe(true);
});

test('a moment of each minute moves nothing', () => {
  let { memory } = watch(seconds(30 * 60, 88.6), start);
  const restless = [...seconds(30, 80), ...seconds(1, 88.6), ...seconds(29, 80)];
  for (let minute = 30; minute < 90; minute++) {
    const { memory: next } = watch(restless, start + minute * 60, memory);
    memory = next;
  }
  expect(judgeByBand(memory, rupees(80), { n: start + 90 * 60, band }).isWithin).toBe(false);
  expect(judgeByBand(memory, rupees(88.6), { n: start + 90 * 60, band }).isWithin).toBe(true);
});

test('after half an hour without a price it begins anew', () => {
  const { memory } = watch(seconds(600, 88.6), start);
  expect(judgeByBand(memory, rupees(88.6), { n: start + 45 * 60, band })).toEqual({
    isWithin: false,
    memory: [[1_000_045, '8860000000']],
  });
});
