import { useTranslation } from 'react-i18next';
import { ChartPage } from '../../terminal/layout/chart-page.tsx';
import { PerpetualChart } from './layout/perpetual-panels.tsx';
import { usePerpetualMarket } from './perpetual-market.ts';
import { PerpetualMarketPage } from './perpetual-market-page.tsx';

/** /swap-trading-view/{pair}/{dark}: the chart alone. */
export function Component() {
  return (
    <PerpetualMarketPage>
      <View />
    </PerpetualMarketPage>
  );
}

function View() {
  const { t } = useTranslation('perpetual');
  const { stock, money } = usePerpetualMarket().info;
  return (
    <ChartPage title={t('title', { pair: `${stock}/${money}` })}>
      <PerpetualChart />
    </ChartPage>
  );
}
