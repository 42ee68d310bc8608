/** Everything that a run of event entries does to Postgres, folded in memory before one transaction writes it. */

import { eventHeaderLength, readEventHeader } from '@pelican/shared/engine/event-entry.ts';
import { decodeText } from '@pelican/shared/engine/layout.ts';
import { Op } from '@pelican/shared/engine/spot/commands.ts';
import type { CommandDone, EngineEvent, OrderFilled, TransferApplied } from '@pelican/shared/engine/spot/events.ts';
import { EventKind, forEachEvent } from '@pelican/shared/engine/spot/events.ts';
import { positionTimeMs } from '@pelican/shared/engine/stream-position.ts';
import type { Catalog, CatalogMarket } from '../../modules/markets/catalog.ts';
import type { EventEntry } from '../event-reader.ts';
import type { WrittenBatch } from '../write/render.ts';
import { renderBatch } from '../write/render.ts';
import { BalanceFold } from './balance-fold.ts';
import type { LastPrices } from './candle-fold.ts';
import { CandleFold } from './candle-fold.ts';
import { DealFold } from './deal-fold.ts';
import { OrderFold } from './order-fold.ts';

/** Where settlement stands: a stream id and the count of commands up to it. */
export interface Place {
  position: string;
  seq: number;
}

/** Events are missing between the cursor and the stream: nothing may be settled until they are there again. */
export class EventGapError extends Error {}

export class SettlementBatch {
  readonly from: Place;
  position: string;
  seq: number;
  commands = 0;
  timeMs = 0;
  readonly orders = new OrderFold();
  readonly deals = new DealFold();
  readonly balances = new BalanceFold();
  readonly candles: CandleFold;
  readonly transfersApplied: TransferApplied[] = [];
  readonly transfersRefused: CommandDone[] = [];
  readonly settings: { user: number; text: string }[] = [];
  private catalog: Catalog;
  private rendered: WrittenBatch | undefined;
  /** Sequence of the command whose records are being read. */
  private commandSeq = 0;
  private time = '';

  constructor(from: Place, catalog: Catalog, lastPrices: LastPrices) {
    this.from = from;
    this.position = from.position;
    this.seq = from.seq;
    this.catalog = catalog;
    this.candles = new CandleFold(lastPrices);
  }

  /** From the next entry on, figures are in the scales of this catalogue. */
  changeCatalog(catalog: Catalog): void {
    this.catalog = catalog;
  }

  /** @throws EventGapError when entries are missing before this one */
  add(entry: EventEntry): void {
    const header = readEventHeader(entry.bytes);
    const timeMs = positionTimeMs(entry.id);
    if (timeMs !== this.timeMs) {
      this.timeMs = timeMs;
      this.time = new Date(timeMs).toISOString();
    }
    if (header.commandCount > 0) {
      if (header.firstSeq !== this.seq + 1) {
        throw new EventGapError(
          `entry ${entry.id} starts at command ${header.firstSeq}, but ${this.seq} was the last one before it`,
        );
      }
      this.commandSeq = header.firstSeq;
      forEachEvent(entry.bytes, (event) => this.apply(event));
      this.seq = header.firstSeq + header.commandCount - 1;
      this.commands += header.commandCount;
    }
    this.position = entry.id;
  }

  /** The batch as text for Postgres; nothing can be added after it. */
  render(): WrittenBatch {
    this.rendered ??= renderBatch(this, this.catalog);
    return this.rendered;
  }

  private apply(event: EngineEvent): void {
    switch (event.kind) {
      case EventKind.commandDone:
        if (event.code !== 0 && (event.op === Op.transferIn || event.op === Op.transferOut)) {
          this.transfersRefused.push(event);
        }
        this.commandSeq++;
        return;
      case EventKind.orderPlaced:
        this.orders.placed(event, this.market(event.market), this.timeMs, this.commandSeq);
        return;
      case EventKind.orderFilled:
        this.fill(event);
        return;
      case EventKind.orderClosed:
        this.orders.closed(
          event.orderId,
          this.market(event.market),
          event.reason,
          event.remaining,
          this.timeMs,
          this.commandSeq,
        );
        return;
      case EventKind.balanceChanged:
        this.balances.changed(event, this.commandSeq);
        return;
      case EventKind.transferApplied:
        this.transfersApplied.push(event);
        return;
      case EventKind.settingsChanged:
        this.settings.push({ user: event.user, text: event.text });
        return;
      case EventKind.orderRested:
        return;
    }
  }

  private fill(fill: OrderFilled): void {
    const market = this.market(fill.market);
    const { scale } = market;
    const quote = fill.priceTicks * fill.lots * scale.tickLotQuoteUnits;
    this.orders.filled(fill, market, quote, this.timeMs, this.commandSeq);
    this.deals.add(fill, market, this.catalog, quote, this.time, this.commandSeq);
    const price = fill.priceTicks * scale.priceStepUnits;
    this.candles.add(market, this.timeMs, price, fill.lots * scale.lotBaseUnits, quote);
  }

  private market(id: number): CatalogMarket {
    const market = this.catalog.marketById(id);
    if (!market) throw new Error(`market ${id} is not in the catalogue`);
    return market;
  }
}

/** True when the entry lists or changes an asset or a market, so that the catalogue must be read again before it. */
export function changesListings(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = eventHeaderLength; at < bytes.byteLength; at += view.getUint16(at, true)) {
    if (view.getUint8(at + 2) !== EventKind.settingsChanged) continue;
    const settings: { kind?: string } = JSON.parse(decodeText(bytes, at + 16, view.getUint16(at + 8, true)));
    if (settings.kind === 'asset' || settings.kind === 'market') return true;
  }
  return false;
}
