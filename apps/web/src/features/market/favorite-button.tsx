import type { MarketListItem } from '@pelican/shared/contracts/markets';
import { useTranslation } from 'react-i18next';
import { useSetFavorite } from '../../api/markets.ts';
import { StarButton } from '../../ui/market-cells.tsx';

/** The star that makes a spot pair a favourite. */
export function FavoriteButton({ market }: { market: MarketListItem }) {
  const { t } = useTranslation('market');
  const { mutate } = useSetFavorite();
  return (
    <StarButton
      on={market.favorite}
      label={t('favorite', { pair: `${market.stock}/${market.money}` })}
      onToggle={() => mutate({ pair: market.name, favorite: !market.favorite })}
    />
  );
}
