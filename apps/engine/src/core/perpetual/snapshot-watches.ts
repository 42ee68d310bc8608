/**
 * Intervals of marks (risk/watches.ts) in a snapshot. They decide whom a slice of a round evaluates, so a restored shard
 * has those that were written, and its lists in their order.
 */
import type { SnapshotReader, SnapshotWriter } from '../kernel/snapshot-bytes.ts';
import { isOpen } from './risk/evaluation.ts';
import { placeWatch } from './risk/watches.ts';
import type { Account, Market, PerpetualShard, Position, Subject, Watch } from './state.ts';
import type { HeapNode } from './tick-heap.ts';

/** The key of an end that was passed and has left its heap: no mark passes it again. */
const reached = Number.POSITIVE_INFINITY;

export function encodeWatchOf(writer: SnapshotWriter, { watch }: Position): void {
  writer.list(watch ? [watch] : [], (each) => encodeEnds(writer, each));
}

export function decodeWatchOf(reader: SnapshotReader, held: Position): void {
  reader.list(() => {
    held.watch = decodeEnds(reader, held, held.market);
  });
}

export function encodeWatchesOf(writer: SnapshotWriter, { watches }: Account): void {
  writer.list(watches, (watch) => {
    writer.number(watch.market.id);
    encodeEnds(writer, watch);
  });
}

export function decodeWatchesOf(reader: SnapshotReader, account: Account, markets: PerpetualShard['markets']): void {
  reader.list(() => {
    const market = markets.get(reader.number()) as Market;
    account.watches.push(decodeEnds(reader, account, market));
  });
}

function encodeEnds(writer: SnapshotWriter, { fall, rise }: Watch): void {
  writer.number(keyOf(fall));
  writer.number(keyOf(rise));
}

function keyOf(end: HeapNode<Watch> | undefined): number {
  return end && end.at >= 0 ? end.key : reached;
}

function decodeEnds(reader: SnapshotReader, subject: Subject, market: Market): Watch {
  const watch: Watch = { subject, market, fall: undefined, rise: undefined };
  placeWatch(watch, reader.number(), reader.number());
  return watch;
}

/** The subjects that have to be evaluated, and those that have to be when a market's trust changes. */
export function encodeUnwatched(writer: SnapshotWriter, { markets, unwatched, toEvaluate }: PerpetualShard): void {
  for (const { trustDependent } of markets.values())
    writer.list([...trustDependent], ({ user }) => writer.number(user));
  for (const subjects of [unwatched, toEvaluate])
    writer.list(subjects.filter(isOpen), (subject) => {
      writer.number('positions' in subject ? 0 : subject.id);
      writer.number(subject.user);
    });
}

export function decodeUnwatched(reader: SnapshotReader, shard: PerpetualShard): void {
  const { accounts, positions, markets, unwatched, toEvaluate } = shard;
  for (const { trustDependent } of markets.values())
    reader.list(() => trustDependent.add(accounts.get(reader.number()) as Account));
  for (const subjects of [unwatched, toEvaluate])
    reader.list(() => {
      const [positionId, user] = [reader.number(), reader.number()];
      const subject = (positionId > 0 ? positions.get(positionId) : accounts.get(user)) as Subject;
      subject.isUnwatched = true;
      subjects.push(subject);
    });
}
