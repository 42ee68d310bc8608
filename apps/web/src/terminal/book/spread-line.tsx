import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBook, useTicker } from '../../live/index.ts';
import { formatFixed } from '../../ui/format.ts';
import { Decimal, plain } from '../form/form-numbers.ts';
import { useTerminalMarket } from '../terminal-market.ts';
import styles from './order-book.module.css';

const arrows = { up: '▲', down: '▼', none: '' };

/** Which way the last change of the price went. */
function useDirection(price: string | undefined): keyof typeof arrows {
  const known = useRef<{ price: string | undefined; direction: keyof typeof arrows }>({ price, direction: 'none' });
  if (price !== known.current.price) {
    const before = Number(known.current.price ?? price);
    known.current = { price, direction: Number(price) < before ? 'down' : Number(price) > before ? 'up' : 'none' };
  }
  return known.current.direction;
}

/** Between asks and bids: the last price with its direction, and the spread. */
export function SpreadLine() {
  const { t } = useTranslation('terminal');
  const market = useTerminalMarket();
  const last = useTicker(market.name)?.last;
  const direction = useDirection(last);
  const book = useBook();
  const bid = book.market === market.name ? book.bids[0] : undefined;
  const ask = book.market === market.name ? book.asks[0] : undefined;
  const known = last !== undefined && Number(last) > 0;
  return (
    <div className={styles.spread}>
      <span className={direction === 'up' ? 'buy' : direction === 'down' ? 'sell' : undefined}>
        <strong>{known ? formatFixed(last, market.priceDecimals, market.grouping) : '–'}</strong> {arrows[direction]}
        {direction !== 'none' && <span className="visually-hidden">{t(`direction.${direction}`)}</span>}
      </span>
      {bid && ask ? (
        <span className={styles.spreadValue}>
          {t('book.spread', {
            value: formatFixed(plain(new Decimal(ask.price).minus(bid.price)), market.priceDecimals, market.grouping),
            percent: formatFixed(plain(new Decimal(ask.price).div(bid.price).minus(1).times(100)), 3),
          })}
        </span>
      ) : (
        <span className={styles.spreadValue}>{book.ready ? t('book.oneSided') : ''}</span>
      )}
    </div>
  );
}
