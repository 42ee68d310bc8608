import { useTranslation } from 'react-i18next';
import { paths, tradingViewPath } from '../../platform/paths.ts';
import { ChartPage } from '../../terminal/layout/chart-page.tsx';
import { SpotChart } from './layout/spot-panels.tsx';
import { useSpotMarket } from './market-context.ts';
import { SpotMarketPage } from './spot-market-page.tsx';

/** /trading-view, /trading-view/{pair} and /trading-view/{pair}/{dark}: the chart alone. */
export function Component() {
  return (
    <SpotMarketPage base={paths.tradingView} pathOf={tradingViewPath}>
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
