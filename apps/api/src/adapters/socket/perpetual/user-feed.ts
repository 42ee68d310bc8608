/** Private pushes of the perpetual venue: one listener a signed-in user, one serialisation for all of its connections. */

import { type RecordEvent, recordEvent } from '@pelican/shared/contracts';
import type { FuturesBalance, FuturesState, OpenPosition } from '@pelican/shared/contracts/perpetual';
import { EventKind } from '@pelican/shared/engine/perpetual';
import { formatContracts, formatMoney, formatTicks } from '@pelican/shared/money';
import type {
  KeptAlgo,
  KeptOrder,
  LivePerpetualData,
  PerpetualNotice,
  PerpetualUserListener,
  PositionChange,
} from '../../../live/index.ts';
import {
  accountFigures,
  futuresBalancesOf,
  inSeconds,
  viewAlgo,
  viewOpenPosition,
  viewOpenPositions,
  viewOrder,
} from '../../../modules/perpetual/index.ts';
import type { Connection } from '../connection/connection.ts';
import { notification, notificationJson, type PushParams } from '../connection/envelope.ts';
import { textFrame } from '../connection/frames.ts';
import type { SubscriptionKind } from '../connection/subscriptions.ts';
import type { FeedKind } from '../user-feeds.ts';

const marksMs = 1_000;
/** What a user's perpetual shard pushes. */
const kinds: readonly SubscriptionKind[] = ['order_swap', 'position_swap', 'asset_swap', 'notice'];

/** The wire's object of position_swap: the one of /v3, times in seconds. */
export function positionJson(position: OpenPosition): string {
  const { ctime, mtime, status } = position;
  const push: PushParams<'position_swap.update'>[1] = {
    ...position,
    finish_reason: status,
    ctime: ctime / 1000,
    mtime: mtime / 1000,
  };
  return JSON.stringify(push);
}

/** The wire's object of asset_swap. */
export function perpetualAsset(balance: FuturesBalance): Omit<FuturesState, 'seq'> {
  return {
    available: balance.futures_available,
    trading_balance: balance.futures_tradingBalance,
    freeze: balance.futures_freeze,
    balance: balance.futures_balance,
    total_eq: balance.futures_total_eq,
    margin: balance.margin,
    profit_unreal: balance.profit_unreal,
  };
}

class PerpetualUserFeed implements PerpetualUserListener {
  readonly connections = new Set<Connection>();
  private readonly live: LivePerpetualData;
  private readonly userId: number;
  /** What was sent last: equal values are not sent again. */
  private readonly sentAssets = new Map<string, string>();
  private readonly sentPositions = new Map<number, string>();
  private marksTimer: NodeJS.Timeout | undefined;
  private marksPushedMs = Number.NEGATIVE_INFINITY;

  constructor(live: LivePerpetualData, userId: number) {
    this.live = live;
    this.userId = userId;
  }

  stop(): void {
    clearTimeout(this.marksTimer);
  }

  onOrder(event: RecordEvent, order: KeptOrder): void {
    this.pushOrder(event, order.record.market, () => viewOrder(order, this.live.catalog()));
  }

  onAlgo(event: RecordEvent, algo: KeptAlgo): void {
    this.pushOrder(event, algo.record.market, () => viewAlgo(algo, this.live.catalog()));
  }

  onPositions(changes: readonly PositionChange[]): void {
    const account = accountFigures(this.live, this.userId);
    for (const { event, position } of changes) {
      const json = positionJson(viewOpenPosition(this.live, position, account));
      if (event === recordEvent.finish) this.sentPositions.delete(position.id);
      else this.sentPositions.set(position.id, json);
      this.pushPosition(event, position.record.market, json);
    }
  }

  onAccount(seq: number): void {
    this.pushAssets(seq);
  }

  /** Figures that only moved with the mark are pushed at most once a second. */
  onMarks(): void {
    if (this.marksTimer) return;
    const waitMs = this.marksPushedMs + marksMs - performance.now();
    if (waitMs <= 0) this.pushMarks();
    else this.marksTimer = setTimeout(() => this.pushMarks(), waitMs);
  }

  onNotice(notice: PerpetualNotice, timeMs: number): void {
    const text = notification('notice.update', [this.viewNotice(notice, timeMs)]);
    for (const connection of this.connections) if (connection.subscriptions.hasAny(['notice'])) connection.push(text);
  }

  private pushMarks(): void {
    this.marksTimer = undefined;
    this.marksPushedMs = performance.now();
    for (const position of viewOpenPositions(this.live, this.userId)) {
      const json = positionJson(position);
      if (this.sentPositions.get(position.position_id) === json) continue;
      this.sentPositions.set(position.position_id, json);
      const market = this.live.catalog().marketByName(position.market);
      if (market) this.pushPosition(recordEvent.update, market.id, json);
    }
    this.pushAssets(this.live.view.seq);
  }

  private pushOrder(event: RecordEvent, market: number, view: () => ReturnType<typeof viewOrder>): void {
    let frame: Buffer | undefined;
    for (const connection of this.connections) {
      if (!connection.subscriptions.includes('order_swap', market)) continue;
      frame ??= textFrame(notification('order_swap.update', [event, inSeconds(view())]));
      connection.push(frame);
    }
  }

  private pushPosition(event: RecordEvent, market: number, json: string): void {
    let frame: Buffer | undefined;
    for (const connection of this.connections) {
      if (!connection.subscriptions.includes('position_swap', market)) continue;
      frame ??= textFrame(notificationJson('position_swap.update', `[${event},${json}]`));
      connection.push(frame);
    }
  }

  private pushAssets(seq: number): void {
    for (const balance of futuresBalancesOf(this.live, this.userId)) {
      const facts = JSON.stringify(perpetualAsset(balance));
      if (this.sentAssets.get(balance.ticker) === facts) continue;
      this.sentAssets.set(balance.ticker, facts);
      const json = `{"${balance.ticker}":${facts.slice(0, -1)},"seq":${seq}}}`;
      const assetId = this.live.catalog().settleAssetByTicker(balance.ticker)?.id ?? 0;
      const frame = textFrame(notificationJson('asset_swap.update', `[${json}]`));
      for (const connection of this.connections)
        if (connection.subscriptions.includes('asset_swap', assetId)) connection.push(frame);
    }
  }

  private viewNotice(notice: PerpetualNotice, timeMs: number): PushParams<'notice.update'>[0] {
    const time = timeMs / 1000;
    if (notice.kind === EventKind.transferApplied) {
      const asset = this.live.catalog().settleAssets.find(({ id }) => id === notice.asset)?.ticker ?? '';
      const { transferId, amount, out } = notice;
      const wallets = out ? { from: 'futures', to: '' } : { from: '', to: 'futures' };
      return { kind: 'transfer', transfer_id: transferId, ...wallets, asset, amount: formatMoney(amount), time };
    }
    const instrument = this.live.catalog().instrumentById(notice.market);
    const market = instrument?.name ?? '';
    const subject = { market, position_id: notice.positionId, time };
    if (notice.kind === EventKind.riskWarning)
      return { kind: 'risk_warning', ...subject, level: notice.level, is_funding: notice.isFunding };
    const size = instrument ? formatContracts(notice.lots, instrument.steps) : '0';
    if (notice.kind === EventKind.deleveraged) {
      const price = instrument ? formatTicks(notice.priceTicks, instrument.steps) : '';
      return { kind: 'deleveraging', ...subject, price, sz: size, pnl: formatMoney(notice.pnl), rank: notice.rank };
    }
    const mark = instrument ? formatTicks(notice.markTicks, instrument.steps) : '';
    return { kind: 'liquidation', ...subject, stage: notice.stage, mark_price: mark, sz: size };
  }
}

/** The private pushes of the perpetual venue. */
export function perpetualFeeds(live: LivePerpetualData): FeedKind {
  return {
    isWanted: ({ subscriptions }) => subscriptions.hasAny(kinds),
    open(userId) {
      const feed = new PerpetualUserFeed(live, userId);
      const unwatch = live.view.watchUser(userId, feed);
      return {
        connections: feed.connections,
        stop() {
          unwatch();
          feed.stop();
        },
      };
    },
  };
}
