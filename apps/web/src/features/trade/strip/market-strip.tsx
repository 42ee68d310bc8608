import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useTicker } from '../../../live/index.ts';
import { formatCompact, formatFixed } from '../../../ui/format.ts';
import { Change } from '../../../ui/numbers.tsx';
import { useFlash } from '../../../ui/use-flash.ts';
import { useStale } from '../layout/use-stale.ts';
import { useTradeMarket } from '../market-context.ts';
import styles from './market-strip.module.css';
import { PairPicker } from './pair-picker.tsx';

/** The live figures of the market on screen; those of the list until the feed speaks. */
function useFigures() {
  const { name, info } = useTradeMarket();
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

function usePriceText(): (text: string) => string {
  const { info, grouping } = useTradeMarket();
  return (text) => (Number(text) > 0 ? formatFixed(text, info.price_prec, grouping) : '–');
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Last price with the direction of its last move. */
function LastPrice({ last }: { last: string }) {
  const price = usePriceText();
  const flash = useFlash<HTMLSpanElement>(last);
  const known = useRef({ last, tone: '' });
  if (known.current.last !== last)
    known.current = { last, tone: Number(last) < Number(known.current.last) ? 'sell' : 'buy' };
  return (
    <span ref={flash} className={`${styles.last} tabular ${known.current.tone}`}>
      {price(last)}
    </span>
  );
}

/** Pair, last price, change, high, low and volume of 24 hours. */
export function MarketStrip() {
  const { t } = useTranslation('trade');
  const { info, grouping } = useTradeMarket();
  const price = usePriceText();
  const figures = useFigures();
  const stale = useStale();
  return (
    <header className={styles.strip} data-stale={stale || undefined}>
      <h1 className="visually-hidden">{t('title', { pair: `${info.stock}/${info.money}` })}</h1>
      <PairPicker />
      <LastPrice last={figures.last} />
      <dl className={styles.figures}>
        <Figure label={t('strip.change')}>
          <Change value={figures.change} />
        </Figure>
        <Figure label={t('strip.high')}>{price(figures.high)}</Figure>
        <Figure label={t('strip.low')}>{price(figures.low)}</Figure>
        <Figure label={t('strip.volume', { ticker: info.stock })}>{formatCompact(figures.volume)}</Figure>
        <Figure label={t('strip.volume', { ticker: info.money })}>{formatCompact(figures.deal, grouping)}</Figure>
      </dl>
    </header>
  );
}

/** The phone's two lines: pair and price, with the change; the other figures are in the Info tab. */
export function PhoneStrip() {
  const { t } = useTranslation('trade');
  const { info } = useTradeMarket();
  const figures = useFigures();
  const stale = useStale();
  return (
    <header className={styles.phone} data-stale={stale || undefined}>
      <h1 className="visually-hidden">{t('title', { pair: `${info.stock}/${info.money}` })}</h1>
      <PairPicker />
      <div className={styles.phonePrice}>
        <LastPrice last={figures.last} />
        <Change value={figures.change} />
      </div>
    </header>
  );
}

/** The market's figures and its trading rules. */
export function MarketInfo() {
  const { t } = useTranslation('trade');
  const { info, grouping } = useTradeMarket();
  const price = usePriceText();
  const figures = useFigures();
  const facts: [string, string][] = [
    [t('strip.high'), price(figures.high)],
    [t('strip.low'), price(figures.low)],
    [t('strip.volume', { ticker: info.stock }), formatCompact(figures.volume)],
    [t('strip.volume', { ticker: info.money }), formatCompact(figures.deal, grouping)],
    [t('info.priceStep'), `${info.price_step} ${info.money}`],
    [t('info.amountStep'), `${info.amount_step} ${info.stock}`],
    [t('info.minAmount'), `${info.min_amount} ${info.stock}`],
    [t('info.minTotal'), `${info.min_total} ${info.money}`],
    [t('info.maxAmount'), `${formatCompact(info.max_amount)} ${info.stock}`],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
