import type { CatalogMarket } from '../../catalog/index.ts';
import type { MarketState } from '../market-state.ts';

/** The live view's state of one spot market. */
export type SpotMarketState = MarketState<CatalogMarket>;
