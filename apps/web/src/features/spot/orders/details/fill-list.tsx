import type { SpotTrade } from '@pelican/shared/contracts/spot';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../../ui/moment.tsx';
import { Amount } from '../../../../ui/numbers.tsx';
import { moneyOf, stockOf } from '../../../../ui/pair.ts';
import { moneyCell, priceCell, useColumnContext } from '../cells.tsx';
import { detailsMessages } from './messages.ts';
import styles from './order-details.module.css';

/** Fills for a narrow place, each with what it has cost. */
export function FillList({ fills }: { fills: readonly SpotTrade[] }) {
  const { t } = useTranslation(detailsMessages);
  const context = useColumnContext();
  return (
    <ul className={styles.fills}>
      {fills.map((fill) => {
        const { market } = fill;
        const money = moneyOf(market);
        const figures = [
          ['gross', moneyCell(fill.gross_amount, money)],
          ['fee', moneyCell(fill.fee, fill.fee_asset)],
          ['gst', moneyCell(fill.gst, fill.fee_asset)],
          ['tds', moneyCell(fill.tds, money)],
          ['net', moneyCell(fill.net, money)],
        ] as const;
        return (
          <li key={fill.id}>
            <p className={styles.fillHead}>
              <span>
                <Amount value={fill.amount} ticker={stockOf(market)} withTicker /> {t('at')}{' '}
                {priceCell(context, market, fill.price)}
              </span>
              <span className="muted">
                {t(fill.role === 2 ? 'taker' : 'maker')} · <Moment seconds={fill.time} />
              </span>
            </p>
            <dl>
              {figures.map(([key, value]) => (
                <div key={key}>
                  <dt>{t(key)}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
