/** What the pages of one spot market share: the market of the address in its providers, or the way to one. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router-dom';
import { marketsQuery } from '../../api/markets.ts';
import { systemQuery } from '../../api/system.ts';
import { useTicker } from '../../live/index.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { TerminalSkeleton } from '../../terminal/layout/terminal-skeleton.tsx';
import terminalEnglish from '../../terminal/locales/en.json';
import { TerminalMarketProvider } from '../../terminal/terminal-market.ts';
import { UnknownMarket } from '../../terminal/unknown-market.tsx';
import { formatFixed } from '../../ui/format.ts';
import { ErrorState } from '../../ui/states.tsx';
import english from './locales/en.json';
import { SpotMarketProvider, spotMarketOf, terminalMarketOf, useSpotMarket } from './market-context.ts';

addMessages('terminal', terminalEnglish);
addMessages('spot', english);

interface SpotMarketPageProps {
  /** The view without a pair. */
  base: string;
  pathOf: (pair: string) => string;
  children: ReactNode;
}

/**
 * Renders `children` for the market of the address. An unknown pair, or none, leads to the pair of the last visit, else to the
 * exchange's own.
 * @param pathOf a function that stays the same
 */
export function SpotMarketPage({ base, pathOf, children }: SpotMarketPageProps) {
  const { t } = useTranslation('spot');
  const { pair } = useParams();
  const { data: markets, error, refetch } = useQuery(marketsQuery);
  const { data: system } = useQuery(systemQuery);
  const lastPair = usePreferences((preferences) => preferences.lastPair);
  const info = pair === undefined ? undefined : markets?.byName.get(pair);
  const market = useMemo(() => info && markets && spotMarketOf(info, markets, pathOf), [info, markets, pathOf]);
  const terminal = useMemo(() => market && terminalMarketOf(market), [market]);

  if (error && !markets) return <ErrorState title={t('marketsFailed')} error={error} onRetry={() => void refetch()} />;
  if (!markets) return <TerminalSkeleton />;
  if (market && terminal) {
    return (
      <SpotMarketProvider value={market}>
        <TerminalMarketProvider value={terminal}>
          <LiveTitle />
          <LastPair />
          {children}
        </TerminalMarketProvider>
      </SpotMarketProvider>
    );
  }
  const known = [lastPair, system?.default_pair, markets.list[0]?.name].find(
    (name) => name && markets.byName.has(name),
  );
  if (!known) return pair === undefined ? <p>{t('noMarkets')}</p> : <UnknownMarket name={pair} to={base} />;
  if (!system && lastPair !== known) return <TerminalSkeleton />;
  const to = pathOf(known);
  return pair === undefined ? <Navigate to={to} replace /> : <UnknownMarket name={pair} to={to} />;
}

function LastPair() {
  const { name } = useSpotMarket();
  const remember = usePreferences((preferences) => preferences.set);
  useEffect(() => remember({ lastPair: name }), [name, remember]);
  return null;
}

/** "{price} {PAIR} | Pelican" while there is a price. */
function LiveTitle() {
  const { t } = useTranslation('spot');
  const { name, info, grouping } = useSpotMarket();
  const last = useTicker(name)?.last ?? info.market.price;
  const pair = `${info.stock}/${info.money}`;
  usePageTitle(Number(last) > 0 ? `${formatFixed(last, info.price_prec, grouping)} ${pair}` : t('title', { pair }));
  return null;
}
