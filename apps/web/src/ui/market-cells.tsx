/** Cells that the lists of spot markets and of perpetuals have alike. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { CoinIcon } from './coin-icon.tsx';
import { formatCompact, groupingOf, shortLabel } from './format.ts';
import { IconStar, IconStarFilled } from './icons.ts';
import styles from './market-list.module.css';
import { Price } from './numbers.tsx';
import { useFlash } from './use-flash.ts';

interface ListedMarket {
  stock: string;
  stock_label: string;
  money: string;
  price_prec: number;
}

/** Icon, pair and the coin's name; leads to the market's trading screen. */
export function MarketLink({ market, to, children }: { market: ListedMarket; to: string; children?: ReactNode }) {
  return (
    <Link to={to} className={styles.name}>
      <CoinIcon ticker={market.stock} size={28} />
      <span className={styles.nameText}>
        <span>
          <strong>{market.stock}</strong>
          <span className="hint"> / {market.money}</span>
          {children}
        </span>
        <span className={styles.coin}>{shortLabel(market.stock_label)}</span>
      </span>
    </Link>
  );
}

/** A price that lights up when it changes. */
export function FlashingPrice({ market, price }: { market: ListedMarket; price: string }) {
  const flash = useFlash<HTMLSpanElement>(price);
  return (
    <span ref={flash} className={styles.price}>
      <Price value={price} decimals={market.price_prec} ticker={market.money} />
    </span>
  );
}

export function MoneyVolume({ volume, money }: { volume: string; money: string }) {
  return (
    <span className="tabular" title={`${volume} ${money}`}>
      {formatCompact(volume, groupingOf(money))} {money}
    </span>
  );
}

/** The star of a favourite. */
export function StarButton({ on, label, onToggle }: { on: boolean; label: string; onToggle: () => void }) {
  const Star = on ? IconStarFilled : IconStar;
  return (
    <button type="button" className={styles.star} aria-pressed={on} aria-label={label} onClick={onToggle}>
      <Star size={18} aria-hidden />
    </button>
  );
}
