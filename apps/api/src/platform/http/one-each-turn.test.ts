import { expect, test } from 'vitest';
import { OneEachTurn } from './one-each-turn.ts';

test('what comes in one moment begins in turns of the event loop, in its order', async () => {
  const turns = new OneEachTurn();
  let turn = 0;
  const count = () => {
    turn++;
    if (turn < 10) setImmediate(count);
  };
  setImmediate(count);
  const begun = await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (name) => ({ name, turn: await turns.next().then(() => turn) })),
  );
  expect(begun.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  expect(begun.map((each) => each.turn)).toEqual([1, 2, 3, 4]);
});

test('who comes later waits for nobody', async () => {
  const turns = new OneEachTurn();
  await turns.next();
  let isPast = false;
  setImmediate(() => setImmediate(() => (isPast = true)));
  await turns.next();
  expect(isPast).toBe(false);
});
