import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { type PublicTrade, useTrades } from '../../live/index.ts';
import { formatFixed, type Grouping } from '../../ui/format.ts';
import { formatClock } from '../../ui/format-time.ts';
import controls from '../parts/controls.module.css';
import { Panel } from '../parts/panel.tsx';
import { useTerminalMarket } from '../terminal-market.ts';
import styles from './trades-panel.module.css';

interface TradeRowProps {
  trade: PublicTrade;
  priceDecimals: number;
  amountDecimals: number;
  grouping: Grouping;
}

const TradeRow = memo(function TradeRow({ trade, priceDecimals, amountDecimals, grouping }: TradeRowProps) {
  const { t } = useTranslation('terminal');
  return (
    <tr>
      <td className={trade.type}>
        <span aria-hidden>{trade.type === 'buy' ? '▲' : '▼'} </span>
        {formatFixed(trade.price, priceDecimals, grouping)}
        <span className="visually-hidden"> {t(`side.${trade.type}`)}</span>
      </td>
      <td>{formatFixed(trade.amount, amountDecimals)}</td>
      <td className="hint">{formatClock(trade.time)}</td>
    </tr>
  );
});

/** The market's 50 newest trades. */
export function TradesPanel({ area }: { area?: string }) {
  const { t } = useTranslation('terminal');
  return (
    <Panel title={t('trades.title')} {...(area ? { area } : {})}>
      <Trades />
    </Panel>
  );
}

function Trades() {
  const { t } = useTranslation('terminal');
  const { name, stock, money, priceDecimals, amountDecimals, grouping } = useTerminalMarket();
  const trades = useTrades(name);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={t('trades.list')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('book.price', { ticker: money })}</th>
            <th scope="col">{t('book.amount', { ticker: stock })}</th>
            <th scope="col">{t('trades.time')}</th>
          </tr>
        </thead>
        <tbody>
          {trades?.map((trade) => (
            <TradeRow
              key={trade.id}
              trade={trade}
              priceDecimals={priceDecimals}
              amountDecimals={amountDecimals}
              grouping={grouping}
            />
          ))}
        </tbody>
      </table>
      {trades?.length === 0 && <p className={controls.quietLine}>{t('trades.empty')}</p>}
    </section>
  );
}
