/** What the pages of one perpetual market share: the market of the address in its providers, or the way to the list. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { instrumentsQuery, perpetualMarketsQuery } from '../../api/perpetual.ts';
import { FeedsProvider, live, useTicker } from '../../live/index.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { TerminalSkeleton } from '../../terminal/layout/terminal-skeleton.tsx';
import terminalEnglish from '../../terminal/locales/en.json';
import { TerminalMarketProvider } from '../../terminal/terminal-market.ts';
import { UnknownMarket } from '../../terminal/unknown-market.tsx';
import { decimalsOfStep, formatFixed } from '../../ui/format.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import english from './locales/en.json';
import {
  PerpetualMarketProvider,
  perpetualMarketOf,
  terminalMarketOf,
  usePerpetualMarket,
} from './perpetual-market.ts';

addMessages('terminal', terminalEnglish);
addMessages('perpetual', english);

/** Only a failure needs it; with its button it would be a hundredth of the page's code. */
const ErrorState = lazyPart(() => import('../../ui/states.tsx').then((module) => module.ErrorState));

/** Renders `children` for the market of the address; an unknown one leads to the list of perpetual markets. */
export function PerpetualMarketPage({ children }: { children: ReactNode }) {
  const { t } = useTranslation('perpetual');
  const { pair = '' } = useParams();
  const markets = useQuery(perpetualMarketsQuery);
  const instruments = useQuery(instrumentsQuery);
  const info = markets.data?.byName.get(pair);
  const wire = instruments.data?.byName.get(pair);
  const market = useMemo(() => info && wire && perpetualMarketOf(info, wire), [info, wire]);
  const terminal = useMemo(() => market && terminalMarketOf(market), [market]);
  // Menus lead back to the market that was seen last.
  useEffect(() => {
    if (market) usePreferences.setState({ lastPerpetual: market.name });
  }, [market]);
  const failed = [markets, instruments].find((query) => query.error && !query.data);
  if (failed)
    return <ErrorState title={t('marketsFailed')} error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!markets.data || !instruments.data) return <TerminalSkeleton />;
  if (!market || !terminal) return <UnknownMarket name={pair} to={paths.perpetuals} />;
  return (
    <FeedsProvider value={live.perpetual}>
      <PerpetualMarketProvider value={market}>
        <TerminalMarketProvider value={terminal}>
          <LiveTitle />
          {children}
        </TerminalMarketProvider>
      </PerpetualMarketProvider>
    </FeedsProvider>
  );
}

/** "{price} {PAIR} | Pelican" while there is a price. */
function LiveTitle() {
  const { t } = useTranslation('perpetual');
  const { name, info, wire, grouping } = usePerpetualMarket();
  const last = useTicker(name)?.last ?? info.market.price;
  const pair = `${info.stock}/${info.money}`;
  const price = formatFixed(last, decimalsOfStep(wire.tick_sz), grouping);
  usePageTitle(Number(last) > 0 ? t('liveTitle', { price, pair }) : t('title', { pair }));
  return null;
}
