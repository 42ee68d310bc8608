import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { paths, tradingViewPath } from '../../platform/paths.ts';
import { ChartPage } from '../../terminal/layout/chart-page.tsx';
import { SpotChart } from './layout/spot-panels.tsx';
import { useSpotMarket } from './market-context.ts';
import { SpotMarketPage } from './spot-market-page.tsx';

/** /trading-view, /trading-view/{pair} and /trading-view/{pair}/{dark}: the chart alone. */
export function Component() {
  const { dark } = useParams();
  // On the way to another pair the theme that the address asks for stays.
  const pathOf = useCallback(
    (pair: string) => tradingViewPath(pair) + (dark === undefined ? '' : `/${encodeURIComponent(dark)}`),
    [dark],
  );
  return (
    <SpotMarketPage base={paths.tradingView} pathOf={pathOf}>
      <View />
    </SpotMarketPage>
  );
}

function View() {
  const { t } = useTranslation('spot');
  const { stock, money } = useSpotMarket().info;
  return (
    <ChartPage title={t('title', { pair: `${stock}/${money}` })}>
      <SpotChart />
    </ChartPage>
  );
}
