import type { Markets } from '../../../api/markets.ts';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { IconChevronDown } from '../../../ui/icons.ts';
import styles from './exchange.module.css';

/** A coin in a field, without a choice. */
export function CoinName({ ticker }: { ticker: string }) {
  return (
    <span className={styles.coin}>
      <CoinIcon ticker={ticker} size={24} />
      <strong>{ticker}</strong>
    </span>
  );
}

interface CoinSelectProps {
  label: string;
  value: string;
  tickers: readonly string[];
  currencies: Markets['currencies'];
  onChange: (ticker: string) => void;
}

/** The browser's own list of choices under the coin's mark: phones have a wheel for it. */
export function CoinSelect({ label, value, tickers, currencies, onChange }: CoinSelectProps) {
  return (
    <span className={styles.coin} data-choice>
      <CoinIcon ticker={value} size={24} />
      <strong aria-hidden>{value}</strong>
      <IconChevronDown size={16} aria-hidden />
      <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {tickers.map((ticker) => (
          <option key={ticker} value={ticker}>
            {currencies[ticker] ? `${ticker} – ${currencies[ticker].label}` : ticker}
          </option>
        ))}
      </select>
    </span>
  );
}
