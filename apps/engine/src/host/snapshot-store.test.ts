import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ShardCore } from '../core/kernel/shard-core.ts';
import { OtherSnapshotVersion, openSnapshot, sealSnapshot } from '../core/kernel/snapshot-bytes.ts';
import type { Shard } from '../core/spot/shard.ts';
import { spotCore } from '../core/spot/spot-core.ts';
import { readNewestSnapshot, writeSnapshot } from './snapshot-store.ts';

const core = spotCore(1);
const position = '1700000000000-0';
/** A release whose snapshots have another layout. */
const otherRelease: ShardCore<Shard> = {
  ...core,
  encodeSnapshot: () => sealSnapshot(1_000, new Uint8Array(8)),
  decodeSnapshot(bytes) {
    openSnapshot(1_000, bytes);
    return core.create();
  },
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pelican-snapshots-'));
});
afterEach(() => rm(folder, { recursive: true }));

const damaged: unknown[] = [];
const read = (by: ShardCore<Shard>) => readNewestSnapshot(by, folder, position, (found) => damaged.push(found));

test('a snapshot of another release is refused by name and stays where it is, for that release to read', async () => {
  await writeSnapshot(otherRelease, folder, position, core.create());
  await expect(read(core)).rejects.toThrow(OtherSnapshotVersion);
  expect(damaged).toEqual([]);
  expect(await readdir(folder)).toEqual([`${position}.snap`]);
  expect((await read(otherRelease))?.position).toBe(position);
});
