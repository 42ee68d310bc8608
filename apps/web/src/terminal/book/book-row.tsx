import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './order-book.module.css';

export interface BookRowProps {
  side: 'buy' | 'sell';
  price: string;
  amount: string;
  total: string;
  /** Cumulative amount as a share of the largest shown, in percent. */
  depth: number;
  own: boolean;
  /** The row next to the spread is the one that Tab reaches; arrows reach the others. */
  first: boolean;
  index: number;
}

/** One price level. The list handles its clicks, so that a row only changes with its numbers. */
export const BookRow = memo(function BookRow({ side, price, amount, total, depth, own, first, index }: BookRowProps) {
  const { t } = useTranslation('terminal');
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        data-side={side}
        data-index={index}
        data-own={own || undefined}
        tabIndex={first ? 0 : -1}
      >
        <span className={styles.depth} style={{ transform: `scaleX(${depth / 100})` }} />
        <span className={side}>
          <span className="visually-hidden">{t(own ? `book.own.${side}` : `side.${side}`)} </span>
          {price}
        </span>
        <span> {amount}</span>
        <span> {total}</span>
      </button>
    </li>
  );
});
