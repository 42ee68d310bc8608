/**
 * What slow readers have not taken, bounded by site (an IPv4 address or an IPv6 /48) and in total: beyond a bound the largest
 * backlog of the site that holds the most is dropped with its connection.
 */
import { addressKeys } from '../../../platform/http/index.ts';

export interface BacklogLimits {
  waitingBytesMaxPerIp: number;
  waitingBytesMaxTotal: number;
}

/** A reader whose backlog can be given up. */
export interface Droppable {
  readonly ip: string;
  drop(): void;
}

interface Unsent {
  site: string;
  bytes: number;
}

export class Backlog {
  private readonly limits: BacklogLimits;
  /** Slow readers only: of the others the operating system holds the bytes. */
  private readonly unsent = new Map<Droppable, Unsent>();
  private readonly bytesOfSite = new Map<string, number>();
  private total = 0;

  constructor(limits: BacklogLimits) {
    this.limits = limits;
  }

  /** Sets what the reader has not taken; 0 when it is not slow, or gone. */
  set(reader: Droppable, bytes: number): void {
    const known = this.unsent.get(reader);
    if (!known && bytes === 0) return;
    const entry = known ?? { site: addressKeys(reader.ip).site, bytes: 0 };
    this.change(entry.site, bytes - entry.bytes);
    entry.bytes = bytes;
    if (bytes === 0) this.unsent.delete(reader);
    else this.unsent.set(reader, entry);
    this.drop(entry.site);
  }

  private drop(site: string): void {
    while (this.bytesOf(site) > this.limits.waitingBytesMaxPerIp) this.dropLargest(site);
    while (this.total > this.limits.waitingBytesMaxTotal) this.dropLargest(largest(this.bytesOfSite, (bytes) => bytes));
  }

  private dropLargest(site: string): void {
    const reader = largest(this.unsent, (entry) => (entry.site === site ? entry.bytes : 0));
    this.set(reader, 0);
    reader.drop();
  }

  private change(site: string, difference: number): void {
    this.total += difference;
    const bytes = this.bytesOf(site) + difference;
    if (bytes === 0) this.bytesOfSite.delete(site);
    else this.bytesOfSite.set(site, bytes);
  }

  private bytesOf(site: string): number {
    return this.bytesOfSite.get(site) ?? 0;
  }
}

/** The key of the largest value of a map that is not empty. */
function largest<Key, Value>(map: ReadonlyMap<Key, Value>, size: (value: Value) => number): Key {
  const [key] = [...map].reduce((most, entry) => (size(entry[1]) > size(most[1]) ? entry : most));
  return key;
}
