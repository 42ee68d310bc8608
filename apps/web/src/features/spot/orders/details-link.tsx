import type { SpotOrder } from '@pelican/shared/contracts/spot';
import type { TFunction } from 'i18next';
import { Link, useLocation } from 'react-router-dom';
import controls from '../../../terminal/parts/controls.module.css';
import { pairText } from '../../../ui/pair.ts';

/** Opens the layout's dialog about an order (platform/order-dialogs.ts), over the page with its filters. */
export function DetailsLink({ id, market, t }: Pick<SpotOrder, 'id' | 'market'> & { t: TFunction<'spot-orders'> }) {
  const { search } = useLocation();
  return (
    <Link
      className={controls.tool}
      to={{ search, hash: `order/${id}` }}
      aria-label={t('details.label', { pair: pairText(market), id })}
    >
      {t('details.one')}
    </Link>
  );
}
