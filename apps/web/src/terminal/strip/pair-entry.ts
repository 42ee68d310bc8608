/** What the choice of a pair needs to know of the pairs. */
import type { MarketListItem } from '@pelican/shared/contracts/markets';

/** What the list of pairs shows of a market, of whichever venue. */
export type PairEntry = Pick<
  MarketListItem,
  'name' | 'stock' | 'money' | 'stock_label' | 'money_label' | 'favorite' | 'groups' | 'is_new' | 'price_prec'
> & { market: Pick<MarketListItem['market'], 'price' | 'change'> };

export interface PairPickerProps {
  /** Undefined until they are known. */
  pairs: readonly PairEntry[] | undefined;
  pathOf: (pair: string) => string;
  onFavorite: (choice: { pair: string; favorite: boolean }) => void;
}
