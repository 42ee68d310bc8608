/** Private pushes: one listener a signed-in user, one serialisation for all of the user's connections. */
import type { RecordEvent } from '@pelican/shared/contracts';
import type { BalanceChanged, TransferApplied } from '@pelican/shared/engine/spot';
import { formatBalance, formatLots, formatPrice, formatUnits } from '@pelican/shared/money';
import type { LiveOrder, SpotVenue, UserListener } from '../../../live/index.ts';
import { viewLiveOrder } from '../../../modules/spot/index.ts';
import type { Connection } from '../connection/connection.ts';
import { notification, notificationJson, type PushParams } from '../connection/envelope.ts';
import { textFrame } from '../connection/frames.ts';
import type { SubscriptionKind } from '../connection/subscriptions.ts';
import type { FeedKind } from '../user-feeds.ts';

/** What a user's spot shards push. */
const kinds: readonly SubscriptionKind[] = ['order', 'asset', 'notice'];
const roles = { maker: 1, taker: 2 } as const;

class UserFeed implements UserListener {
  readonly connections = new Set<Connection>();
  private readonly live: SpotVenue;
  /** What was sent last of each asset: equal values are not sent again. */
  private readonly sent = new Map<number, string>();

  constructor(live: SpotVenue) {
    this.live = live;
  }

  onOrder(event: RecordEvent, order: LiveOrder): void {
    let frame: Buffer | undefined;
    for (const connection of this.connections) {
      if (!connection.subscriptions.includes('order', order.market.id)) continue;
      frame ??= textFrame(notification('order.update', [event, this.viewOrder(order)]));
      connection.push(frame);
    }
  }

  onBalances(balances: readonly BalanceChanged[], seq: number): void {
    const changed: { assetId: number; json: string }[] = [];
    for (const balance of balances) {
      const asset = this.live.catalog().assetById(balance.asset);
      if (!asset) continue;
      const available = formatBalance(balance.availableLow, balance.availableHigh, asset.scale);
      const freeze = formatBalance(balance.frozenLow, balance.frozenHigh, asset.scale);
      const facts = `"available":"${available}","freeze":"${freeze}"`;
      if (this.sent.get(asset.id) === facts) continue;
      this.sent.set(asset.id, facts);
      changed.push({ assetId: asset.id, json: `"${asset.ticker}":{${facts},"seq":${seq}}` });
    }
    if (changed.length === 0) return;
    for (const connection of this.connections) {
      const own = changed.filter(({ assetId }) => connection.subscriptions.includes('asset', assetId));
      if (own.length === 0) continue;
      connection.push(notificationJson('asset.update', `[{${own.map(({ json }) => json).join(',')}}]`));
    }
  }

  onTransfer(transfer: TransferApplied, timeMs: number): void {
    const asset = this.live.catalog().assetById(transfer.asset);
    if (!asset) return;
    const notice = {
      kind: 'transfer' as const,
      transfer_id: transfer.transferId,
      from: transfer.out ? 'trade' : 'main',
      to: transfer.out ? 'main' : 'trade',
      asset: asset.ticker,
      amount: formatUnits(transfer.amount, asset.scale),
      time: timeMs / 1000,
    };
    const text = notification('notice.update', [notice]);
    for (const connection of this.connections) if (connection.subscriptions.hasAny(['notice'])) connection.push(text);
  }

  private viewOrder(order: LiveOrder): PushParams<'order.update'>[1] {
    const view = viewLiveOrder(order, this.live.catalog());
    const trade = order.lastTrade;
    if (trade?.seq !== order.seq) return view;
    const { scale } = order.market;
    const feeScale = this.live.catalog().assetById(trade.feeAssetId)?.scale ?? scale.quoteScale;
    const lastTrade = {
      id: trade.id,
      price: formatPrice(trade.priceTicks, scale),
      amount: formatLots(trade.lots, scale),
      fee: formatUnits(trade.fee, feeScale),
      role: roles[trade.role],
      time: trade.timeMs / 1000,
    };
    return { ...view, last_deal: lastTrade };
  }
}

/** The private pushes of spot. */
export function spotFeeds(live: SpotVenue): FeedKind {
  return {
    isWanted: ({ subscriptions }) => subscriptions.hasAny(kinds),
    open(userId) {
      const feed = new UserFeed(live);
      return { connections: feed.connections, stop: live.view.watchUser(userId, feed) };
    },
  };
}
