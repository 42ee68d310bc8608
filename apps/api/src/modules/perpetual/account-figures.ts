/** One user's futures account at the marks of now, out of the live view. */
import type { FuturesBalance } from '@pelican/shared/contracts/perpetual';
import { MarginMode } from '@pelican/shared/engine/perpetual';
import { formatMoney } from '@pelican/shared/money';
import {
  type CrossCash,
  type CrossFigures,
  type CrossLeg,
  crossAccount,
  type IsolatedLeg,
  sumOf,
  unrealisedPnl,
} from '@pelican/shared/perpetual';
import type { KeptPosition, LivePerpetualData } from '../../live/index.ts';
import { requireInstrument } from './order-view.ts';

export interface AccountFigures {
  cash: CrossCash;
  /** Open positions, oldest first. */
  positions: readonly KeptPosition[];
  crossLegs: readonly CrossLeg[];
  figures: CrossFigures;
  /** Of all positions. */
  unrealised: bigint;
  /** Isolated margin and cross initial margin. */
  margin: bigint;
  /** Sequence of the command that changed the wallet last. */
  seq: number;
}

type Live = Pick<LivePerpetualData, 'view' | 'catalog'>;

/** Every figure of the user's account; all 0 for an account that was never funded. */
export function accountFigures(live: Live, userId: number): AccountFigures {
  const { view } = live;
  const account = view.account(userId);
  const cash = {
    cash: account?.record.cash ?? 0n,
    crossFreeze: account?.record.crossFreeze ?? 0n,
    isolatedFreeze: account?.record.isolatedFreeze ?? 0n,
  };
  const positions = view.positions.ofUser(userId).reverse();
  const crossLegs: CrossLeg[] = [];
  const isolated: IsolatedLeg[] = [];
  for (const { record } of positions) {
    const instrument = requireInstrument(record.market, live.catalog()).terms;
    const { position, lots, cost, margin } = record;
    const leg = { instrument, position, lots, cost, markTicks: markTicksOf(live, record.market) };
    if (record.mode === MarginMode.isolated) isolated.push({ ...leg, margin });
    else crossLegs.push({ ...leg, leverage: view.leverages.get(userId, record.market, record.mode, position) });
  }
  const figures = crossAccount(cash, crossLegs, isolated);
  const isolatedPnl = isolated.map((leg) =>
    unrealisedPnl(leg.instrument, leg.position, leg.cost, leg.lots, leg.markTicks),
  );
  return {
    cash,
    positions,
    crossLegs,
    figures,
    unrealised: figures.unrealisedSum + sumOf(isolatedPnl),
    margin: sumOf(figures.initialMargins) + sumOf(isolated.map((leg) => leg.margin)),
    seq: account?.seq ?? 0,
  };
}

/** The mark price; 0 before the first index. */
export function markTicksOf(live: Pick<LivePerpetualData, 'view'>, market: number): number {
  return live.view.market(market)?.markTicks ?? 0;
}

/** GET /v3/profile/futures-balance's row. */
function viewFuturesBalance(account: AccountFigures, ticker: string): FuturesBalance {
  const { figures } = account;
  return {
    ticker,
    futures_balance: formatMoney(figures.futuresBalance),
    futures_available: formatMoney(figures.available),
    futures_freeze: formatMoney(figures.freeze),
    futures_total_eq: formatMoney(figures.totalEquity),
    futures_tradingBalance: formatMoney(figures.tradingBalance),
    margin: formatMoney(account.margin),
    profit_unreal: formatMoney(account.unrealised),
    seq: account.seq,
  };
}

/** The futures wallet: one row for each asset that instruments are settled in. */
export function futuresBalancesOf(live: Live, userId: number): FuturesBalance[] {
  const account = accountFigures(live, userId);
  return live.catalog().settleAssets.map(({ ticker }) => viewFuturesBalance(account, ticker));
}
