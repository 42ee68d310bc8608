import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Markets, marketsQuery } from '../../../api/markets.ts';
import { systemQuery } from '../../../api/system.ts';
import { addMessages } from '../../../platform/i18n.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { TabPanel, Tabs, usePanelId } from '../../../terminal/parts/tabs.tsx';
import { PageSkeleton } from '../../../ui/page-skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { CoinName, CoinSelect } from '../exchange/coin-select.tsx';
import styles from '../exchange/exchange.module.css';
import { slippageOf, usualSlippage } from '../exchange/slippage-choice.tsx';
import { SwapAbout } from '../exchange/swap-about.tsx';
import { SwapForm } from '../exchange/swap-fields.tsx';
import { SwapHistory } from '../exchange/swap-history.tsx';
import { amountText } from '../exchange/swap-lines.ts';
import { BookFeed, SwapMarket } from '../exchange/swap-market.tsx';
import { SwapPanel } from '../exchange/swap-panel.tsx';
import { SwapResult } from '../exchange/swap-result.tsx';
import { noWish, useSwap } from '../exchange/use-swap.ts';
import type { Side } from '../form/receipt.ts';
import english from './locales/en.json';
import { type StableCoin, stableCoinsOf } from './stable-coins.ts';
import { useAwake } from './use-awake.ts';

addMessages('spot-stable', english);

const sides: Side[] = ['buy', 'sell'];

/** /stable: stable coins and the service token, bought and sold at the price of their market. */
export function Component() {
  const { t } = useTranslation('spot-stable');
  usePageTitle(t('title'));
  const { data: markets, error: marketsError, refetch: refetchMarkets } = useQuery(marketsQuery);
  const { data: system, error: systemError, refetch: refetchSystem } = useQuery(systemQuery);
  const [params, setParams] = useUrlParams();
  const error = markets ? (system ? null : systemError) : marketsError;
  const coins =
    markets && system ? stableCoinsOf([...system.stable_tickers, system.service_ticker], markets.list) : undefined;
  const coin = coins?.find(({ ticker }) => ticker === params.get('coin')) ?? coins?.[0];
  const side = params.get('side') === 'sell' ? 'sell' : 'buy';
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
        <p className="muted">{t('about')}</p>
      </header>
      {error ? (
        <ErrorState
          title={t('failed')}
          error={error}
          onRetry={() => {
            void refetchMarkets();
            void refetchSystem();
          }}
        />
      ) : !markets || !coins ? (
        <PageSkeleton />
      ) : coin ? (
        <SwapMarket info={coin.market} markets={markets}>
          <Trade
            key={`${coin.ticker} ${side}`}
            coin={coin}
            tickers={coins.map(({ ticker }) => ticker)}
            side={side}
            currencies={markets.currencies}
            onCoin={(ticker) => setParams({ coin: ticker })}
            onSide={(next) => setParams({ side: next === 'sell' ? 'sell' : '' })}
          />
        </SwapMarket>
      ) : (
        <EmptyState text={t('none')} />
      )}
      <SwapHistory />
    </div>
  );
}

interface TradeProps {
  coin: StableCoin;
  tickers: string[];
  side: Side;
  currencies: Markets['currencies'];
  onCoin: (ticker: string) => void;
  onSide: (side: Side) => void;
}

function Trade({ coin: { ticker, market }, tickers, side, currencies, onCoin, onSide }: TradeProps) {
  const { t } = useTranslation('spot-stable');
  const panelId = usePanelId();
  const isAwake = useAwake();
  const [wish, setWish] = useState(noWish);
  const [slippage, setSlippage] = useState(usualSlippage);
  const [done, setDone] = useState<SpotOrder | null>(null);
  const swap = useSwap({ side, wish, onWish: setWish, slippage: slippageOf(slippage), onSwapped: setDone });
  const amount = side === 'buy' ? swap.draft.receive : swap.draft.give;
  const label = amount === '' ? t(`side.${side}`) : t(`button.${side}`, { amount: amountText(amount, ticker) });
  const choice = (
    <CoinSelect label={t('coin')} value={ticker} tickers={tickers} currencies={currencies} onChange={onCoin} />
  );
  const money = <CoinName ticker={market.money} />;
  return (
    <div className={styles.columns}>
      {isAwake && <BookFeed market={market.name} />}
      <div className={styles.card}>
        <Tabs
          label={t('sides')}
          look="sides"
          items={sides.map((key) => ({ key, label: t(`side.${key}`) }))}
          active={side}
          onSelect={onSide}
          panelId={panelId}
        />
        <TabPanel id={panelId} active={side}>
          <SwapForm
            swap={swap}
            name={t('title')}
            title={label}
            labels={{ give: t(`give.${side}`), receive: t(`receive.${side}`) }}
            coins={side === 'buy' ? { give: money, receive: choice } : { give: choice, receive: money }}
          >
            <SwapPanel swap={swap} slippage={slippage} onSlippage={setSlippage} label={label} />
          </SwapForm>
        </TabPanel>
        <SwapResult order={done} />
      </div>
      <SwapAbout />
    </div>
  );
}
