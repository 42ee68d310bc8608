/** A book kept from depth.update pushes by a client that trims nothing, checked at every push. */
import { crc32 } from 'node:zlib';

type Pair = [price: string, amount: string];

interface BookPush {
  asks?: Pair[];
  bids?: Pair[];
  seq: number;
  prev_seq: number | null;
  checksum: number;
}

export class DepthClient {
  seq = -1;
  cleanPushes = 0;
  differences = 0;
  private asks = new Map<string, string>();
  private bids = new Map<string, string>();

  /** @throws Error when the push does not follow the last one, crosses the book or fails its checksum */
  apply(params: unknown[]): void {
    const [isClean, push] = params as [boolean, BookPush];
    if (isClean) {
      this.cleanPushes++;
      this.asks = new Map(push.asks);
      this.bids = new Map(push.bids);
      if (push.prev_seq !== null) throw new Error('a clean push has no predecessor');
    } else {
      this.differences++;
      if (push.prev_seq !== this.seq) throw new Error(`push after ${push.prev_seq}, but the last was ${this.seq}`);
      change(this.asks, push.asks ?? []);
      change(this.bids, push.bids ?? []);
    }
    this.seq = push.seq;
    this.check(push.checksum);
  }

  /** As depth.query shows it. */
  book(): { asks: Pair[]; bids: Pair[] } {
    const sorted = (side: Map<string, string>, sign: number) =>
      [...side].sort((a, b) => sign * (Number(a[0]) - Number(b[0])));
    return { asks: sorted(this.asks, 1), bids: sorted(this.bids, -1) };
  }

  private check(checksum: number): void {
    const { asks, bids } = this.book();
    const [ask, bid] = [asks[0]?.[0], bids[0]?.[0]];
    if (ask !== undefined && bid !== undefined && Number(bid) >= Number(ask)) throw new Error(`crossed: ${bid} ${ask}`);
    const own = crc32([...bids, ...asks].flat().join(':')) | 0;
    if (own !== checksum) throw new Error(`checksum ${checksum}, but the book has ${own}`);
  }
}

function change(side: Map<string, string>, pairs: Pair[]): void {
  for (const [price, amount] of pairs) {
    if (amount === '0') side.delete(price);
    else side.set(price, amount);
  }
}
