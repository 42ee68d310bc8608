/** What a run of the perpetual shard's events does to Postgres: the newest of each object, and all that happened. */

import { perpetualRejectErrors } from '@pelican/shared/contracts/perpetual';
import { eventHeaderLength } from '@pelican/shared/engine';
import {
  type EngineEvent,
  EventKind,
  type EventOf,
  forEachEvent,
  isBookTrade,
  Op,
} from '@pelican/shared/engine/perpetual';
import { formatMoney } from '@pelican/shared/money';
import type { CatalogInstrument, InstrumentCatalog } from '../../catalog/index.ts';
import type { NewNotice } from '../../notices/index.ts';
import type { Place } from '../../shards/index.ts';
import { type RenderedBatch, ShardBatch } from '../batch.ts';
import { CandleFold, type LastPrices } from '../candles/candle-fold.ts';
import { renderCandles } from '../candles/write-candles.ts';
import type { AppliedTransfer } from '../transfers/applied-transfer.ts';
import type { RefusedTransfer } from '../transfers/transfer-rows.ts';
import type { AppliedSettings } from '../write-settings.ts';
import * as eventRows from './event-rows.ts';
import * as objects from './object-rows.ts';
import { deleveragingNotice, liquidationNotice, marginCallNotices } from './position-notices.ts';
import type { Row } from './row.ts';
import type { EventTable, SnapshotTable } from './tables.ts';
import { writePerpetual } from './write-perpetual.ts';

export class PerpetualBatch extends ShardBatch {
  /** The rows of a table by key. */
  private readonly snapshots = new Map<SnapshotTable, Map<string | number, Row>>();
  private readonly events = new Map<EventTable, Row[]>();
  private readonly priced = new Map<number, Row>();
  private readonly funding = new Map<number, Row>();
  private readonly candles: CandleFold;
  private readonly transfersApplied: AppliedTransfer[] = [];
  private readonly transfersRefused: RefusedTransfer[] = [];
  private readonly settings: AppliedSettings[] = [];
  private readonly notices: NewNotice[] = [];
  private catalog: InstrumentCatalog;
  /** The place of a record among its command's. */
  private index = 0;

  constructor(from: Place, catalog: InstrumentCatalog, lastPrices: LastPrices) {
    super(from);
    this.catalog = catalog;
    this.candles = new CandleFold(lastPrices);
  }

  /** From the next entry on, figures are in the steps of this catalog. */
  changeCatalog(catalog: InstrumentCatalog): void {
    this.catalog = catalog;
  }

  protected applyAll(bytes: Uint8Array): void {
    this.index = 0;
    forEachEvent(bytes, (event) => {
      this.apply(event);
      this.index++;
    });
  }

  protected renderNow(): RenderedBatch {
    const written = {
      snapshots: new Map([...this.snapshots].map(([table, byKey]) => [table, [...byKey.values()]])),
      events: this.events,
      priced: [...this.priced.values()],
      funding: [...this.funding.values()],
      candles: renderCandles(this.candles),
      transfersApplied: this.transfersApplied,
      transfersRefused: this.transfersRefused,
      settings: this.settings,
      notices: this.notices,
    };
    return {
      from: this.from,
      to: this.to,
      commands: this.commands,
      trades: this.events.get('perpetual_deals')?.length ?? 0,
      liquidations: this.events.get('perpetual_liquidations')?.length ?? 0,
      deleveragings: this.events.get('perpetual_deleveragings')?.length ?? 0,
      timeMs: this.timeMs,
      write: (tx, shard) => writePerpetual(tx, shard, written),
    };
  }

  private apply(event: EngineEvent): void {
    const seq = this.commandSeq;
    switch (event.kind) {
      case EventKind.commandDone:
        if (event.code !== 0 && (event.op === Op.transferIn || event.op === Op.transferOut)) {
          this.transfersRefused.push({
            transferId: event.orderId,
            out: event.op === Op.transferOut,
            code: perpetualRejectErrors[event.code],
          });
        }
        this.commandSeq++;
        this.index = -1;
        return;
      case EventKind.orderChanged:
        this.keep('perpetual_orders', event.orderId, objects.orderRow(event, this.instrument(event.market), seq));
        return;
      case EventKind.algoChanged:
        this.keep('perpetual_algos', event.algoId, objects.algoRow(event, this.instrument(event.market), seq));
        return;
      case EventKind.positionChanged:
        this.keep(
          'perpetual_positions',
          event.positionId,
          objects.positionRow(event, this.instrument(event.market), seq),
        );
        return;
      case EventKind.accountChanged:
        this.keep('perpetual_accounts', event.user, objects.accountRow(event, seq));
        return;
      case EventKind.leverageChanged: {
        const { user, market, mode, position } = event;
        this.keep('perpetual_leverages', `${user}/${market}/${mode}/${position}`, objects.leverageRow(event, seq));
        return;
      }
      case EventKind.fundLotChanged: {
        const row = objects.fundLotRow(event, this.instrument(event.market), seq);
        this.keep('perpetual_fund_lots', `${event.market}/${event.lotId}`, row);
        return;
      }
      case EventKind.marketPriced:
        this.priced.set(event.market, objects.pricedRow(event, this.instrument(event.market), this.time, seq));
        return;
      case EventKind.fundingChanged:
        this.funding.set(event.market, objects.fundingRow(event, this.time, seq));
        return;
      case EventKind.traded:
        this.trade(event);
        return;
      case EventKind.cashMoved:
        this.addEvent('perpetual_cash_moves', { ...this.place(), ...eventRows.cashMoveRow(event), time: this.time });
        return;
      case EventKind.fundingSettled: {
        const instrument = this.instrument(event.market);
        this.addEvent('perpetual_funding_rates', eventRows.fundingRateRow(event, instrument, seq));
        return;
      }
      case EventKind.fundingPaid: {
        const row = eventRows.fundingPaymentRow(event, this.instrument(event.market));
        this.addEvent('perpetual_funding_payments', { ...this.place(), ...row });
        return;
      }
      case EventKind.liquidationStep: {
        const instrument = event.market === 0 ? undefined : this.instrument(event.market);
        const row = eventRows.liquidationRow(event, instrument);
        this.addEvent('perpetual_liquidations', { ...this.place(), ...row, time: this.time });
        if (instrument) this.notices.push(liquidationNotice(event.user, instrument.name, this.timeMs));
        return;
      }
      case EventKind.deleveraged: {
        const instrument = this.instrument(event.market);
        const row = eventRows.deleveragingRow(event, instrument);
        this.addEvent('perpetual_deleveragings', { ...this.place(), ...row, time: this.time });
        this.notices.push(deleveragingNotice(event.user, instrument.name, this.timeMs));
        return;
      }
      case EventKind.fundChanged:
        this.addEvent('perpetual_fund_moves', { ...this.place(), ...eventRows.fundMoveRow(event), time: this.time });
        return;
      case EventKind.transferApplied:
        this.transfersApplied.push({
          transferId: event.transferId,
          userId: event.user,
          assetId: event.asset,
          amount: formatMoney(event.amount),
          out: event.out,
        });
        return;
      case EventKind.settingsChanged: {
        const { kind, id }: { kind: string; id: number } = JSON.parse(event.settings);
        const command = { kind: Op.configure, user: event.user, settings: event.settings };
        this.settings.push({ subject: `${kind}:${id}`, command });
        return;
      }
      case EventKind.riskWarning:
        this.notices.push(...marginCallNotices(event, this.instrument(event.market).name, this.timeMs));
        return;
    }
  }

  private trade(trade: EventOf<typeof EventKind.traded>): void {
    const instrument = this.instrument(trade.market);
    this.addEvent('perpetual_deals', eventRows.tradeRow(trade, instrument, this.time, this.commandSeq));
    if (!isBookTrade(trade.tradeKind)) return;
    const { scale } = instrument;
    this.candles.add(
      instrument,
      this.timeMs,
      trade.priceTicks * scale.priceStepUnits,
      trade.lots * scale.lotBaseUnits,
      trade.priceTicks * trade.lots * scale.tickLotQuoteUnits,
    );
  }

  private keep(table: SnapshotTable, key: string | number, row: Row): void {
    let byKey = this.snapshots.get(table);
    if (!byKey) {
      byKey = new Map();
      this.snapshots.set(table, byKey);
    }
    byKey.set(key, row);
  }

  private addEvent(table: EventTable, row: Row): void {
    const known = this.events.get(table);
    if (known) known.push(row);
    else this.events.set(table, [row]);
  }

  private place(): Row {
    return { seq: this.commandSeq, index: this.index };
  }

  private instrument(id: number): CatalogInstrument {
    const instrument = this.catalog.instrumentById(id);
    if (!instrument) throw new Error(`instrument ${id} is not in the catalog`);
    return instrument;
  }
}

/** True when the entry lists or changes an instrument, so that the catalog must be read again before it. */
export function changesInstruments(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = eventHeaderLength; at < bytes.byteLength; at += view.getUint16(at, true)) {
    if (view.getUint8(at + 2) === EventKind.settingsChanged) return true;
  }
  return false;
}
