import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { marketsQuery, useSetFavorite } from '../../../api/markets.ts';
import { Panel } from '../../../terminal/parts/panel.tsx';
import { PairList } from '../../../terminal/strip/pair-list.tsx';
import { useSpotMarket } from '../market-context.ts';

/** All markets beside the one on screen. */
export function MarketsPanel({ area }: { area: string }) {
  const { t } = useTranslation('spot');
  const { pathOf } = useSpotMarket();
  const { data } = useQuery(marketsQuery);
  const { mutate } = useSetFavorite();
  return (
    <Panel title={t('classic.markets')} area={area}>
      <PairList docked pairs={data?.list} pathOf={pathOf} onFavorite={mutate} />
    </Panel>
  );
}
