import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const needed = { SHARD: 'spot', REDIS_URL: 'redis://127.0.0.1:1' };

test('snapshots come by the kind of the shard, or as often as is set', () => {
  expect(readConfig(needed).snapshotEveryCommands).toBe(1_000_000);
  expect(readConfig({ ...needed, SHARD: 'perpetual' }).snapshotEveryCommands).toBe(100_000);
  expect(readConfig({ ...needed, SNAPSHOT_EVERY_COMMANDS: '50' }).snapshotEveryCommands).toBe(50);
});

test('an engine does not start that would take snapshots without end, or none', () => {
  for (const [value, fault] of [
    ['0', 'must be at least 1'],
    ['-1', 'must be at least 1'],
    ['10000001', 'must be at most 10000000'],
  ] as const)
    expect(() => readConfig({ ...needed, SNAPSHOT_EVERY_COMMANDS: value })).toThrow(`SNAPSHOT_EVERY_COMMANDS ${fault}`);
});
