/** The live view's state of one instrument. Rates are times 10^8; prices are 0 before the first index. */
import { MarketState as Status } from '@pelican/shared/engine/perpetual';
import type { CatalogInstrument } from '../../catalog/index.ts';
import { MarketState } from '../market-state.ts';

export interface Funding {
  isLocked: boolean;
  currentRate: number;
  currentTimeMs: number;
  nextRate: number;
  nextTimeMs: number;
}

export class PerpetualMarketState extends MarketState<CatalogInstrument> {
  status: Status = Status.open;
  indexTicks = 0;
  markTicks = 0;
  maxBuyTicks = 0;
  minSellTicks = 0;
  openInterestLots = 0;
  /** When index or mark changed last, Unix milliseconds. */
  pricedMs = 0;
  /** When the index was said last, changed or not, Unix milliseconds; 0 until then. */
  indexMs = 0;
  funding: Funding = { isLocked: false, currentRate: 0, currentTimeMs: 0, nextRate: 0, nextTimeMs: 0 };
  fundingMs = 0;
}
