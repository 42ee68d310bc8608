import type { CatalogMarket } from '../../catalogue/index.ts';
import type { MarketState } from '../market-state.ts';

/** Everything the live view knows of one spot market. */
export type SpotMarketState = MarketState<CatalogMarket>;
