import type { MarketListItem } from '@pelican/shared/contracts/markets/schemas.ts';
import { useTranslation } from 'react-i18next';
import { useSetFavorite } from '../../api/markets.ts';
import { IconStar, IconStarFilled } from '../../ui/icons.ts';
import styles from '../../ui/market-list.module.css';

export function FavoriteButton({ market }: { market: MarketListItem }) {
  const { t } = useTranslation('market');
  const { mutate } = useSetFavorite();
  const Star = market.favorite ? IconStarFilled : IconStar;
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={market.favorite}
      aria-label={t('favorite', { pair: `${market.stock}/${market.money}` })}
      onClick={() => mutate({ pair: market.name, favorite: !market.favorite })}
    >
      <Star size={18} aria-hidden />
    </button>
  );
}
