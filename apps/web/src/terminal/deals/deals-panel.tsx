import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { type PublicDeal, useDeals } from '../../live/index.ts';
import { formatFixed, type Grouping } from '../../ui/format.ts';
import { formatClock } from '../../ui/format-time.ts';
import controls from '../parts/controls.module.css';
import { Panel } from '../parts/panel.tsx';
import { useTerminalMarket } from '../terminal-market.ts';
import styles from './deals-panel.module.css';

interface DealRowProps {
  deal: PublicDeal;
  priceDecimals: number;
  amountDecimals: number;
  grouping: Grouping;
}

const DealRow = memo(function DealRow({ deal, priceDecimals, amountDecimals, grouping }: DealRowProps) {
  const { t } = useTranslation('terminal');
  return (
    <tr>
      <td className={deal.type}>
        <span aria-hidden>{deal.type === 'buy' ? '▲' : '▼'} </span>
        {formatFixed(deal.price, priceDecimals, grouping)}
        <span className="visually-hidden"> {t(`side.${deal.type}`)}</span>
      </td>
      <td>{formatFixed(deal.amount, amountDecimals)}</td>
      <td className="hint">{formatClock(deal.time)}</td>
    </tr>
  );
});

/** The market's 50 newest deals. */
export function DealsPanel({ area }: { area?: string }) {
  const { t } = useTranslation('terminal');
  return (
    <Panel title={t('deals.title')} {...(area ? { area } : {})}>
      <Deals />
    </Panel>
  );
}

function Deals() {
  const { t } = useTranslation('terminal');
  const { name, stock, money, priceDecimals, amountDecimals, grouping } = useTerminalMarket();
  const deals = useDeals(name);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={t('deals.list')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('book.price', { ticker: money })}</th>
            <th scope="col">{t('book.amount', { ticker: stock })}</th>
            <th scope="col">{t('deals.time')}</th>
          </tr>
        </thead>
        <tbody>
          {deals?.map((deal) => (
            <DealRow
              key={deal.id}
              deal={deal}
              priceDecimals={priceDecimals}
              amountDecimals={amountDecimals}
              grouping={grouping}
            />
          ))}
        </tbody>
      </table>
      {deals?.length === 0 && <p className={controls.quietLine}>{t('deals.empty')}</p>}
    </section>
  );
}
