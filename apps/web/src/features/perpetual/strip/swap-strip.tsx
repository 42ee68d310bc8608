import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { swapMarketsQuery, useSetSwapFavorite } from '../../../api/perpetual.ts';
import { useMarkPrice, useSwapState } from '../../../live/index.ts';
import { perpetualPath } from '../../../platform/paths.ts';
import { PairPicker } from '../../../terminal/strip/pair-picker.tsx';
import { Facts, Figure, PhoneStrip, Strip, usePriceText } from '../../../terminal/strip/strip-parts.tsx';
import { formatCompact, formatUpTo } from '../../../ui/format.ts';
import { Change } from '../../../ui/numbers.tsx';
import { percentText } from '../account/sizes.ts';
import { usePerpetualMarket } from '../perpetual-market.ts';
import { FundingLine } from './funding-line.tsx';

/** The live figures of the market on screen; those of the list until the feed speaks. */
function useFigures() {
  const { name, info } = usePerpetualMarket();
  const live = useSwapState(name);
  const prices = useMarkPrice(name);
  const { market } = info;
  return {
    last: live?.last ?? market.price,
    mark: prices?.mark_price ?? info.markPrice,
    index: prices?.index_price ?? info.indexPrice,
    change: live?.change ?? market.change,
    high: live?.high ?? market.high,
    low: live?.low ?? market.low,
    volume: live?.volume ?? market.volume,
    deal: live?.deal ?? market.volumeInMoney,
    openInterest: live?.open_interest ?? info.open_interest,
  };
}

function SwapPairs() {
  const { data } = useQuery(swapMarketsQuery);
  const { mutate } = useSetSwapFavorite();
  const pairs = useMemo(
    () => data?.list.map((market) => ({ ...market, money_label: market.money, groups: [], is_new: false })),
    [data],
  );
  return <PairPicker pairs={pairs} pathOf={perpetualPath} onFavorite={mutate} />;
}

function useTitle(): string {
  const { t } = useTranslation('perpetual');
  const { info } = usePerpetualMarket();
  return t('title', { pair: `${info.stock}/${info.money}` });
}

function Funding() {
  const { name, info } = usePerpetualMarket();
  const { currentRate, currentTime } = info.funding;
  return <FundingLine market={name} listed={{ rate: currentRate, time: currentTime }} />;
}

/** Pair, last, mark and index price, funding, and the figures of 24 hours. */
export function SwapStrip() {
  const { t } = useTranslation('perpetual');
  const { t: ofTerminal } = useTranslation('terminal');
  const { info, grouping } = usePerpetualMarket();
  const price = usePriceText();
  const figures = useFigures();
  return (
    <Strip title={useTitle()} picker={<SwapPairs />} last={figures.last}>
      <Figure label={t('strip.mark')}>{price(figures.mark)}</Figure>
      <Figure label={t('strip.index')}>{price(figures.index)}</Figure>
      <Figure label={t('strip.funding')}>
        <Funding />
      </Figure>
      <Figure label={ofTerminal('strip.change')}>
        <Change value={figures.change} />
      </Figure>
      <Figure label={ofTerminal('strip.high')}>{price(figures.high)}</Figure>
      <Figure label={ofTerminal('strip.low')}>{price(figures.low)}</Figure>
      <Figure label={ofTerminal('strip.volume', { ticker: info.money })}>
        {formatCompact(figures.deal, grouping)}
      </Figure>
      <Figure label={t('strip.openInterest')}>{`${formatCompact(figures.openInterest)} ${info.stock}`}</Figure>
    </Strip>
  );
}

export function SwapPhoneStrip() {
  const { last, change } = useFigures();
  return <PhoneStrip title={useTitle()} picker={<SwapPairs />} last={last} change={change} />;
}

/** The market's figures and its trading rules. */
export function SwapMarketInfo() {
  const { t } = useTranslation('perpetual');
  const { t: ofTerminal } = useTranslation('terminal');
  const { info, wire, grouping } = usePerpetualMarket();
  const price = usePriceText();
  const figures = useFigures();
  return (
    <Facts
      facts={[
        [t('strip.mark'), price(figures.mark)],
        [t('strip.index'), price(figures.index)],
        [t('strip.funding'), <Funding key="funding" />],
        [ofTerminal('strip.high'), price(figures.high)],
        [ofTerminal('strip.low'), price(figures.low)],
        [ofTerminal('strip.volume', { ticker: info.stock }), formatCompact(figures.volume)],
        [ofTerminal('strip.volume', { ticker: info.money }), formatCompact(figures.deal, grouping)],
        [t('strip.openInterest'), `${formatCompact(figures.openInterest)} ${info.stock}`],
        [t('info.contract'), `${wire.ct_val} ${info.stock}`],
        [t('info.tick'), `${wire.tick_sz} ${info.money}`],
        [t('info.lot'), t('size.contracts', { size: wire.lot_sz })],
        [t('info.maxLimit'), t('size.contracts', { size: formatUpTo(wire.max_limit_sz, 8) })],
        [t('info.maxMarket'), t('size.contracts', { size: formatUpTo(wire.max_market_sz, 8) })],
        [t('info.maxLeverage'), t('margin.times', { leverage: wire.max_leverage })],
        [t('info.fees'), `${percentText(wire.maker_fee)} % / ${percentText(wire.taker_fee)} %`],
      ]}
    />
  );
}
