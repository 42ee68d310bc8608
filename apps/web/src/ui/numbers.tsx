/** Prices, amounts and changes: tabular figures, the full value in the tooltip where the eye gets less. */
import { useTranslation } from 'react-i18next';
import { formatFixed, formatPercent, formatUpTo, groupingOf, signOf } from './format.ts';
import { IconArrowDown, IconArrowUp } from './icons.ts';
import styles from './numbers.module.css';

interface PriceProps {
  value: string | null | undefined;
  /** Of the market's price step: the same down a whole column. */
  decimals: number;
  /** Money ticker, for the grouping. */
  ticker?: string;
  className?: string;
}

export function Price({ value, decimals, ticker, className = '' }: PriceProps) {
  return <span className={`tabular ${className}`}>{formatFixed(value, decimals, groupingOf(ticker))}</span>;
}

interface AmountProps {
  value: string | null | undefined;
  /** At most this many decimals; what is cut stays in the tooltip. */
  decimals?: number;
  ticker?: string;
  /** Writes the ticker behind the number. */
  withTicker?: boolean;
  /** Shows dots of fixed width instead. */
  hidden?: boolean;
}

export function Amount({ value, decimals = 8, ticker, withTicker = false, hidden = false }: AmountProps) {
  const { t } = useTranslation();
  if (hidden)
    return (
      <span>
        <span aria-hidden>••••</span>
        <span className="visually-hidden">{t('numbers.hidden')}</span>
      </span>
    );
  return (
    <span className="tabular" title={value ?? undefined}>
      {formatUpTo(value, decimals, groupingOf(ticker))}
      {withTicker && ticker && value ? ` ${ticker}` : ''}
    </span>
  );
}

/** A percentage with sign, colour and arrow. */
export function Change({ value, withArrow = true }: { value: string | null | undefined; withArrow?: boolean }) {
  const sign = signOf(value);
  const Arrow = sign < 0 ? IconArrowDown : IconArrowUp;
  return (
    <span className={`${styles.change} tabular ${sign > 0 ? 'buy' : sign < 0 ? 'sell' : ''}`}>
      {withArrow && sign !== 0 && <Arrow size={12} stroke={2.5} aria-hidden />}
      {formatPercent(value)}
    </span>
  );
}

/** "Buy" or "Sell" in words and colour; takes the wire's code too (2 buy, otherwise sell). */
export function SideLabel({ side }: { side: 'buy' | 'sell' | number }) {
  const { t } = useTranslation();
  const name = side === 'buy' || side === 2 ? 'buy' : 'sell';
  return <span className={name}>{t(`side.${name}`)}</span>;
}
