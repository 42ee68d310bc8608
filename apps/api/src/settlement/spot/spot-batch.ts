/** What a run of the spot shard's events does to Postgres. */

import { spotRejectErrors } from '@pelican/shared/contracts/spot';
import { decodeText, eventHeaderLength } from '@pelican/shared/engine';
import {
  type CommandDone,
  type EngineEvent,
  EventKind,
  forEachEvent,
  Op,
  type OrderFilled,
  type RejectCode,
  type TransferApplied,
} from '@pelican/shared/engine/spot';
import { formatUnits } from '@pelican/shared/money';
import type { Catalog, CatalogMarket } from '../../catalog/index.ts';
import type { Place } from '../../shards/index.ts';
import { type RenderedBatch, ShardBatch } from '../batch.ts';
import type { LastPrices } from '../candles/candle-fold.ts';
import { CandleFold } from '../candles/candle-fold.ts';
import { renderCandles } from '../candles/write-candles.ts';
import type { AppliedTransfer } from '../transfers/applied-transfer.ts';
import type { RefusedTransfer } from '../transfers/transfer-rows.ts';
import type { AppliedSettings } from '../write-settings.ts';
import { BalanceFold } from './balance-fold.ts';
import { OrderFold } from './order-fold.ts';
import { renderBalances, renderOrders } from './render.ts';
import { scaleOf, TradeFold } from './trade-fold.ts';
import { type SpotRows, writeSpot } from './write-spot.ts';

export class SpotBatch extends ShardBatch {
  private readonly orders = new OrderFold();
  private readonly trades = new TradeFold();
  private readonly balances = new BalanceFold();
  private readonly candles: CandleFold;
  private readonly transfersApplied: TransferApplied[] = [];
  private readonly transfersRefused: CommandDone[] = [];
  private readonly settings: { user: number; text: string }[] = [];
  private catalog: Catalog;

  constructor(from: Place, catalog: Catalog, lastPrices: LastPrices) {
    super(from);
    this.catalog = catalog;
    this.candles = new CandleFold(lastPrices);
  }

  /** From the next entry on, figures are in the scales of this catalog. */
  changeCatalog(catalog: Catalog): void {
    this.catalog = catalog;
  }

  protected applyAll(bytes: Uint8Array): void {
    forEachEvent(bytes, (event) => this.apply(event));
  }

  protected renderNow(): RenderedBatch {
    const { catalog } = this;
    const rows: SpotRows = {
      trades: this.trades.lines,
      ...renderOrders(this.orders, catalog),
      balances: renderBalances(this.balances, catalog),
      candles: renderCandles(this.candles),
      transfersApplied: this.transfersApplied.map((transfer) => viewApplied(transfer, catalog)),
      transfersRefused: this.transfersRefused.map(viewRefused),
      settings: this.settings.map(viewSettings),
    };
    return {
      from: this.from,
      to: this.to,
      commands: this.commands,
      trades: rows.trades.count,
      liquidations: 0,
      deleveragings: 0,
      timeMs: this.timeMs,
      write: (tx, shard) => writeSpot(tx, shard, rows),
    };
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
      case EventKind.orderAmended:
        this.orders.amended(event, this.market(event.market), this.timeMs, this.commandSeq);
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
    this.trades.add(fill, market, this.catalog, quote, this.time, this.commandSeq);
    const price = fill.priceTicks * scale.priceStepUnits;
    this.candles.add(market, this.timeMs, price, fill.lots * scale.lotBaseUnits, quote);
  }

  private market(id: number): CatalogMarket {
    const market = this.catalog.marketById(id);
    if (!market) throw new Error(`market ${id} is not in the catalog`);
    return market;
  }
}

function viewApplied(transfer: TransferApplied, catalog: Catalog): AppliedTransfer {
  const { transferId, user, asset, out } = transfer;
  return {
    transferId,
    userId: user,
    assetId: asset,
    amount: formatUnits(transfer.amount, scaleOf(catalog, asset)),
    out,
  };
}

function viewRefused({ orderId, op, code }: CommandDone): RefusedTransfer {
  const refusal = spotRejectErrors[code as Exclude<RejectCode, typeof RejectCode.none>];
  return { transferId: orderId, out: op === Op.transferOut, code: refusal };
}

function viewSettings({ user, text }: { user: number; text: string }): AppliedSettings {
  const settings: { kind: string; id?: number } = JSON.parse(text);
  const subject =
    settings.kind === 'user'
      ? `user:${user}`
      : settings.kind === 'shard'
        ? 'shard:spot'
        : `${settings.kind}:${settings.id}`;
  return { subject, command: { op: Op.configure, user, settings } };
}

/** True when the entry lists or changes an asset or a market, so that the catalog must be read again before it. */
export function changesListings(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = eventHeaderLength; at < bytes.byteLength; at += view.getUint16(at, true)) {
    if (view.getUint8(at + 2) !== EventKind.settingsChanged) continue;
    const settings: { kind?: string } = JSON.parse(decodeText(bytes, at + 16, view.getUint16(at + 8, true)));
    if (settings.kind === 'asset' || settings.kind === 'market') return true;
  }
  return false;
}
