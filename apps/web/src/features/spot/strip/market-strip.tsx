import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { marketsQuery, useSetFavorite } from '../../../api/markets.ts';
import { useTicker } from '../../../live/index.ts';
import { PairPicker } from '../../../terminal/strip/pair-picker.tsx';
import { Facts, Figure, PhoneStrip, Strip, usePriceText } from '../../../terminal/strip/strip-parts.tsx';
import { formatCompact } from '../../../ui/format.ts';
import { Change } from '../../../ui/numbers.tsx';
import { useSpotMarket } from '../market-context.ts';

/** The live figures of the market on screen; those of the list until the feed has sent some. */
function useFigures() {
  const { name, info } = useSpotMarket();
  const live = useTicker(name);
  const { market } = info;
  return {
    last: live?.last ?? market.price,
    change: live?.change ?? market.change,
    high: live?.high ?? market.high,
    low: live?.low ?? market.low,
    volume: live?.volume ?? market.volume,
    deal: live?.deal ?? market.volumeInMoney,
  };
}

function SpotPairs() {
  const { data } = useQuery(marketsQuery);
  const { mutate } = useSetFavorite();
  const { pathOf } = useSpotMarket();
  return <PairPicker pairs={data?.list} pathOf={pathOf} onFavorite={mutate} />;
}

/** Pair, last price, change, high, low and volume of 24 hours. */
export function MarketStrip() {
  const { t } = useTranslation('spot');
  const { t: ofTerminal } = useTranslation('terminal');
  const { info, grouping } = useSpotMarket();
  const price = usePriceText();
  const figures = useFigures();
  return (
    <Strip title={t('title', { pair: `${info.stock}/${info.money}` })} picker={<SpotPairs />} last={figures.last}>
      <Figure label={ofTerminal('strip.change')}>
        <Change value={figures.change} />
      </Figure>
      <Figure label={ofTerminal('strip.high')}>{price(figures.high)}</Figure>
      <Figure label={ofTerminal('strip.low')}>{price(figures.low)}</Figure>
      <Figure label={ofTerminal('strip.volume', { ticker: info.stock })}>{formatCompact(figures.volume)}</Figure>
      <Figure label={ofTerminal('strip.volume', { ticker: info.money })}>
        {formatCompact(figures.deal, grouping)}
      </Figure>
    </Strip>
  );
}

export function SpotPhoneStrip() {
  const { t } = useTranslation('spot');
  const { info } = useSpotMarket();
  const { last, change } = useFigures();
  const title = t('title', { pair: `${info.stock}/${info.money}` });
  return <PhoneStrip title={title} picker={<SpotPairs />} last={last} change={change} />;
}

/** The market's figures and its trading rules. */
export function MarketInfo() {
  const { t } = useTranslation('spot');
  const { t: ofTerminal } = useTranslation('terminal');
  const { info, grouping } = useSpotMarket();
  const price = usePriceText();
  const figures = useFigures();
  return (
    <Facts
      facts={[
        [ofTerminal('strip.high'), price(figures.high)],
        [ofTerminal('strip.low'), price(figures.low)],
        [ofTerminal('strip.volume', { ticker: info.stock }), formatCompact(figures.volume)],
        [ofTerminal('strip.volume', { ticker: info.money }), formatCompact(figures.deal, grouping)],
        [t('info.priceStep'), `${info.price_step} ${info.money}`],
        [t('info.amountStep'), `${info.amount_step} ${info.stock}`],
        [t('info.minAmount'), `${info.min_amount} ${info.stock}`],
        [t('info.minValue'), `${info.min_total} ${info.money}`],
        [t('info.maxAmount'), `${formatCompact(info.max_amount)} ${info.stock}`],
      ]}
    />
  );
}
