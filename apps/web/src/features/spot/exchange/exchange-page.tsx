import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Markets, marketsQuery } from '../../../api/markets.ts';
import { systemQuery } from '../../../api/system.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { IconArrowsExchange } from '../../../ui/icons.ts';
import { PageSkeleton } from '../../../ui/page-skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { CoinSelect } from './coin-select.tsx';
import styles from './exchange.module.css';
import { exchangeMessages } from './messages.ts';
import { counterparts, pairOf, type SwapPair, swappable } from './pairs.ts';
import { slippageOf, usualSlippage } from './slippage-choice.tsx';
import { SwapAbout } from './swap-about.tsx';
import { SwapForm } from './swap-fields.tsx';
import { SwapHistory } from './swap-history.tsx';
import { amountText } from './swap-lines.ts';
import { BookFeed, SwapMarket } from './swap-market.tsx';
import { SwapPanel } from './swap-panel.tsx';
import { SwapResult } from './swap-result.tsx';
import { noWish, useSwap } from './use-swap.ts';

/** /exchange: one coin for another at once, over the order book of the market that joins them. */
export function Component() {
  const { t } = useTranslation(exchangeMessages);
  usePageTitle(t('title'));
  const { data: markets, error, refetch } = useQuery(marketsQuery);
  const { data: system } = useQuery(systemQuery);
  const [params, setParams] = useUrlParams();
  const pair = markets && pairOf(markets.list, params.get('from') ?? '', params.get('to') ?? '', system?.default_pair);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
        <p className="muted">{t('about')}</p>
      </header>
      {error && !markets ? (
        <ErrorState title={t('marketsFailed')} error={error} onRetry={() => void refetch()} />
      ) : !markets ? (
        <PageSkeleton />
      ) : pair ? (
        <SwapMarket info={pair.market} markets={markets}>
          <Swap pair={pair} markets={markets} onPair={(from, to) => setParams({ from, to })} />
        </SwapMarket>
      ) : (
        <EmptyState text={t('noMarkets')} />
      )}
      <SwapHistory />
    </div>
  );
}

interface SwapProps {
  pair: SwapPair;
  markets: Markets;
  onPair: (from: string, to: string) => void;
}

function Swap({ pair: { market, side, from, to }, markets, onPair }: SwapProps) {
  const { t } = useTranslation(exchangeMessages);
  const [wish, setWish] = useState(noWish);
  const [slippage, setSlippage] = useState(usualSlippage);
  const [done, setDone] = useState<SpotOrder | null>(null);
  const swap = useSwap({ side, wish, onWish: setWish, slippage: slippageOf(slippage), onSwapped: setDone });
  const all = swappable(markets.list);

  /** What was typed stays with its coin. */
  function choose(nextFrom: string, nextTo: string): void {
    const typed = wish.field === 'give' ? from : to;
    if (typed === nextTo && typed !== nextFrom) setWish({ ...wish, field: 'receive' });
    else if (typed === nextFrom) setWish({ ...wish, field: 'give' });
    else setWish(noWish);
    swap.clear();
    swap.setAttempted(false);
    onPair(nextFrom, nextTo);
  }

  /** The other coin stays where a market joins both; the one that is received turns the swap round. */
  function chooseFrom(ticker: string): void {
    const others = counterparts(markets.list, ticker);
    const kept = ticker === to ? from : to;
    choose(ticker, others.includes(kept) ? kept : (others[0] ?? kept));
  }

  const { give } = swap.draft;
  const label = give === '' ? t('button') : t('swapFor', { give: amountText(give, from), to });
  return (
    <div className={styles.columns}>
      <BookFeed market={market.name} />
      <div className={styles.card}>
        <SwapForm
          swap={swap}
          name={t('title')}
          title={label}
          labels={{ give: t('from'), receive: t('to') }}
          coins={{
            give: (
              <CoinSelect
                label={t('fromCoin')}
                value={from}
                tickers={all}
                currencies={markets.currencies}
                onChange={chooseFrom}
              />
            ),
            receive: (
              <CoinSelect
                label={t('toCoin')}
                value={to}
                tickers={counterparts(markets.list, from)}
                currencies={markets.currencies}
                onChange={(ticker) => choose(from, ticker)}
              />
            ),
          }}
          between={
            <button type="button" className={styles.toggle} aria-label={t('turn')} onClick={() => choose(to, from)}>
              <IconArrowsExchange size={20} aria-hidden />
            </button>
          }
        >
          <SwapPanel swap={swap} slippage={slippage} onSlippage={setSlippage} label={label} />
        </SwapForm>
        <SwapResult order={done} />
      </div>
      <SwapAbout />
    </div>
  );
}
