import { describe, expect, test } from 'vitest';
import { objectIdBase, parseShards, shardKeys, shardsOfKind } from './shards.ts';

describe('the list of shards', () => {
  test('names each shard, its id and its kind', () => {
    const shards = parseShards('spot=1:spot, perpetual=2:perpetual,alts=3:spot');
    expect(shards).toEqual([
      { id: 1, name: 'spot', kind: 'spot' },
      { id: 2, name: 'perpetual', kind: 'perpetual' },
      { id: 3, name: 'alts', kind: 'spot' },
    ]);
    expect(shardsOfKind(shards, 'spot').map(({ name }) => name)).toEqual(['spot', 'alts']);
  });

  test.each([
    ['spot=1', 'is not <name>=<id'],
    ['spot=256:spot,perpetual=2:perpetual', 'is not <name>=<id'],
    ['Spot=1:spot,perpetual=2:perpetual', 'is not <name>=<id'],
    ['ticker=1:spot,perpetual=2:perpetual', 'is not <name>=<id'],
    ['spot=1:spot,perpetual=1:perpetual', 'the id 1 is used twice'],
    ['spot=1:spot,spot=2:perpetual', 'the name spot is used twice'],
    ['spot=1:spot', 'there is no perpetual shard'],
    ['one=1:spot,two=2:spot,perpetual=3:perpetual', '1 and 2 must be of different kinds'],
  ])('%s is refused', (text, message) => {
    expect(() => parseShards(text)).toThrow(message);
  });

  test('no two shards of a kind share a Redis key or an id of an order', () => {
    const shards = parseShards('spot=1:spot,perpetual=2:perpetual,alts=3:spot,more=255:spot');
    const keys = shards.flatMap((shard) => Object.values(shardKeys(shard)));
    expect(new Set(keys).size).toBe(keys.length);
    const bases = shardsOfKind(shards, 'spot').map(({ id }) => objectIdBase(id));
    expect(bases).toEqual([0, 2 ** 44, 253 * 2 ** 44]);
    expect(Number.isSafeInteger((bases.at(-1) as number) + 2 ** 44)).toBe(true);
  });
});
