import { useTranslation } from 'react-i18next';
import { Facts, usePriceText } from '../../../terminal/strip/strip-parts.tsx';
import { formatCompact, formatUpTo } from '../../../ui/format.ts';
import { percentText } from '../account/sizes.ts';
import { usePerpetualMarket } from '../perpetual-market.ts';
import { MarketFunding, usePerpetualFigures } from './perpetual-figures.tsx';

/** The market's figures and its trading rules. */
export function PerpetualMarketInfo() {
  const { t } = useTranslation('perpetual');
  const { t: ofTerminal } = useTranslation('terminal');
  const { info, wire, grouping } = usePerpetualMarket();
  const price = usePriceText();
  const figures = usePerpetualFigures();
  return (
    <Facts
      facts={[
        [t('strip.mark'), price(figures.mark)],
        [t('strip.index'), price(figures.index)],
        [t('strip.funding'), <MarketFunding key="funding" />],
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
