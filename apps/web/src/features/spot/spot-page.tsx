import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router-dom';
import { marketsQuery } from '../../api/markets.ts';
import { useSession } from '../../api/session.ts';
import { systemQuery } from '../../api/system.ts';
import { useTicker } from '../../live/index.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths, tradePath } from '../../platform/paths.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { TerminalSkeleton } from '../../terminal/layout/terminal-skeleton.tsx';
import { useViewport } from '../../terminal/layout/use-viewport.ts';
import terminalEnglish from '../../terminal/locales/en.json';
import { TerminalMarketProvider } from '../../terminal/terminal-market.ts';
import { UnknownMarket } from '../../terminal/unknown-market.tsx';
import { formatFixed } from '../../ui/format.ts';
import { notify } from '../../ui/notify.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useSpotForm } from './form/spot-form-store.ts';
import { useFees } from './form/use-form-context.ts';
import { SpotPhone, SpotTerminal } from './layout/spot-layouts.tsx';
import { SpotStatusBar } from './layout/spot-status-bar.tsx';
import english from './locales/en.json';
import { SpotMarketProvider, spotMarketOf, terminalMarketOf, useSpotMarket } from './market-context.ts';

addMessages('terminal', terminalEnglish);
addMessages('spot', english);

/** /trade and /trade/{pair}: spot trading, the pro view. */
export function Component() {
  const { t } = useTranslation('spot');
  const { pair } = useParams();
  const { data: markets, error, refetch } = useQuery(marketsQuery);
  const { data: system } = useQuery(systemQuery);
  const lastPair = usePreferences((preferences) => preferences.lastPair);
  const info = pair === undefined ? undefined : markets?.byName.get(pair);
  const market = useMemo(() => info && markets && spotMarketOf(info, markets), [info, markets]);
  const terminal = useMemo(() => market && terminalMarketOf(market), [market]);

  if (error && !markets) return <ErrorState title={t('marketsFailed')} error={error} onRetry={() => void refetch()} />;
  if (!markets) return <TerminalSkeleton />;
  if (market && terminal) {
    return (
      <SpotMarketProvider value={market}>
        <TerminalMarketProvider value={terminal}>
          <Terminal />
        </TerminalMarketProvider>
      </SpotMarketProvider>
    );
  }
  // An unknown pair goes to the base page, and that to the pair of the last visit.
  if (pair !== undefined) return <UnknownMarket name={pair} to={paths.trade} />;
  const known = [lastPair, system?.default_pair, markets.list[0]?.name].find(
    (name) => name && markets.byName.has(name),
  );
  if (!known) return <p>{t('noMarkets')}</p>;
  return system || lastPair === known ? <Navigate to={tradePath(known)} replace /> : <TerminalSkeleton />;
}

function Terminal() {
  const { name } = useSpotMarket();
  const { isSignedIn } = useSession();
  const viewport = useViewport();
  const rememberPair = usePreferences((preferences) => preferences.set);
  const reset = useSpotForm((form) => form.reset);
  useEffect(() => {
    reset();
    rememberPair({ lastPair: name });
  }, [name, reset, rememberPair]);
  return (
    <>
      <LiveTitle />
      {viewport === 'phone' ? <SpotPhone key={name} /> : <SpotTerminal viewport={viewport} />}
      <SpotStatusBar />
      {isSignedIn && <FeeNotice />}
    </>
  );
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

function FeeNotice() {
  const { t } = useTranslation('spot');
  const { failed } = useFees();
  useEffect(() => {
    if (failed) notify.warning(t('form.feeFailed'));
  }, [failed, t]);
  return null;
}
