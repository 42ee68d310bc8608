/** The rows of one shard in the simulated Postgres. */
import type { Place } from '@pelican/api/src/shards/index.ts';
import { digestOf, digestStart, positionStart, readEventHeader } from '@pelican/shared/engine';
import type { Projection } from './projection.ts';
import type { EventAuditor, ShardKit } from './shard-kit.ts';

export interface SettledEntry {
  position: string;
  bytes: Uint8Array;
}

/** What Postgres holds of one shard. */
export class ShardRows {
  projection: Projection;
  /** Everything that was settled, in order. */
  readonly entries: SettledEntry[] = [];
  /** The client whose transaction holds the cursor's row. */
  locker: object | undefined;
  readonly #kit: ShardKit;
  #auditor: EventAuditor;
  /** How much of `entries` the newest backup holds, and its cursor. */
  #backup = { entryCount: 0, position: positionStart };

  constructor(kit: ShardKit) {
    this.#kit = kit;
    this.projection = kit.createProjection();
    this.#auditor = kit.createAuditor();
  }

  get cursor(): Place {
    const { position, seq } = this.projection;
    const newest = this.entries.at(-1);
    return { position, seq, digest: newest ? digestOf(newest.bytes) : digestStart };
  }

  backUp(): void {
    this.#backup = { entryCount: this.entries.length, position: this.projection.position };
  }

  restore(): void {
    const { entryCount, position } = this.#backup;
    const kept = this.entries.splice(0).slice(0, entryCount);
    this.#auditor = this.#kit.createAuditor();
    this.projection = this.#kit.createProjection();
    this.add({ position, seq: 0, digest: null }, kept);
  }

  /** @throws Error when the events do not add up */
  add(to: Place | undefined, entries: SettledEntry[]): void {
    for (const { position, bytes } of entries) {
      const events = this.#auditor.read(bytes);
      this.projection.apply(position, readEventHeader(bytes), events);
    }
    this.entries.push(...entries);
    if (to) this.projection.position = to.position;
  }

  checkConservation(): void {
    this.#auditor.checkConservation();
  }
}
