import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { perpetualMarketsQuery, useSetPerpetualFavorite } from '../../../api/perpetual.ts';
import { perpetualPath } from '../../../platform/paths.ts';
import { PairPicker } from '../../../terminal/strip/pair-picker.tsx';
import { Figure, PhoneStrip, Strip, usePriceText } from '../../../terminal/strip/strip-parts.tsx';
import { formatCompact } from '../../../ui/format.ts';
import { Change } from '../../../ui/numbers.tsx';
import { usePerpetualMarket } from '../perpetual-market.ts';
import { MarketFunding, usePerpetualFigures } from './perpetual-figures.tsx';

function PerpetualPairs() {
  const { data } = useQuery(perpetualMarketsQuery);
  const { mutate } = useSetPerpetualFavorite();
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

/** Pair, last, mark and index price, funding, and the figures of 24 hours. */
export function PerpetualStrip() {
  const { t } = useTranslation('perpetual');
  const { t: ofTerminal } = useTranslation('terminal');
  const { info, grouping } = usePerpetualMarket();
  const price = usePriceText();
  const figures = usePerpetualFigures();
  return (
    <Strip title={useTitle()} picker={<PerpetualPairs />} last={figures.last}>
      <Figure label={t('strip.mark')}>{price(figures.mark)}</Figure>
      <Figure label={t('strip.index')}>{price(figures.index)}</Figure>
      <Figure label={t('strip.funding')}>
        <MarketFunding />
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

export function PerpetualPhoneStrip() {
  const { last, change } = usePerpetualFigures();
  return <PhoneStrip title={useTitle()} picker={<PerpetualPairs />} last={last} change={change} />;
}
