import { expect, test } from 'vitest';
import { chooseCoins, inputsMax } from './coins.ts';

const address = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const coin = 10n ** 8n;
const outputs = (count: number, units: bigint, from = 0) =>
  Array.from({ length: count }, (_, place) => ({
    outpoint: `${'0'.repeat(64)}:${from + place}`,
    address,
    units,
  }));
const choose = (available: ReturnType<typeof outputs>, amounts: bigint[], feeRate = 2n) =>
  chooseCoins('bitcoin', {
    payments: amounts.map((units) => ({ address, units })),
    available,
    feeRate,
    hotAddress: address,
  });

test('small outputs that somebody sends us are left where the large ones are enough', () => {
  const available = [...outputs(480, 1_000n), ...outputs(10, coin / 10n, 480)];
  const chosen = choose(available, [(coin * 1_015n) / 10_000n]);
  expect(chosen?.inputs).toHaveLength(2);
  expect(chosen?.feeUnits).toBeLessThan(600n);
  expect(choose(outputs(400, 1_500n), [200_000n], 10n)).toBeUndefined();
});

test('a transaction has no more inputs than nodes relay: without the largest payment the others are paid', () => {
  const available = outputs(500, coin / 100n);
  expect(choose(available, [2n * coin, coin / 1_000n])).toBeUndefined();
  expect(choose(available, [coin / 1_000n])?.inputs).toHaveLength(1);
  expect(choose(available, [(coin * 99n) / 100n])?.inputs).toHaveLength(inputsMax);
});

test('a replacement spends all of its outputs again, and the fewest others', () => {
  const required = outputs(120, 2_000n);
  const chosen = chooseCoins('bitcoin', {
    payments: [{ address, units: 230_000n }],
    available: [...outputs(50, 20_000n, 200), ...outputs(3, coin, 300)],
    required,
    feeRate: 20n,
    hotAddress: address,
  });
  expect(chosen?.inputs).toHaveLength(121);
});
