import type pg from 'pg';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { addExchangeMetrics } from './exchange-metrics.ts';

/** Answers the row `deployment`, and nothing of other figures. */
const poolOf = (deployment: { twoPersons: boolean; isDemo: boolean }) =>
  ({
    query: async (text: string) => ({ rows: [text.includes('FROM deployment') ? deployment : {}] }),
  }) as unknown as pg.Pool;

test.each([
  { twoPersons: false, isDemo: false, figure: 1 },
  { twoPersons: true, isDemo: false, figure: 0 },
  { twoPersons: false, isDemo: true, figure: 0 },
])('two persons $twoPersons, demo $isDemo: the figure of the alarm is $figure', async ({ figure, ...deployment }) => {
  const registry = new Registry();
  addExchangeMetrics(registry, poolOf(deployment));
  const gauge = registry.getSingleMetric('two_persons_off');
  expect((await gauge?.get())?.values).toMatchObject([{ value: figure }]);
});
