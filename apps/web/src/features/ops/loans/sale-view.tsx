import type { OperatorLoan, SaleProblem, SaleView } from '@pelican/shared/contracts/loans';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Amount } from '../../../ui/numbers.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import styles from '../parts/detail.module.css';
import { Facts } from '../parts/facts.tsx';
import { WholeMoment } from '../parts/whole-moment.tsx';
import './messages.ts';
import { useProblemText } from './use-problem-text.ts';

type Order = SaleView['orders'][number];
const receiptLines = [
  'tds_sale',
  'to_lender',
  'tds_interest',
  'fee',
  'gst',
  'to_borrower',
  'coins_back',
  'coins_to_lender',
  'shortfall',
  'set_off',
  'owed',
] as const;

interface SaleProps {
  loan: OperatorLoan;
  sale: SaleView;
  /** What holds it up. */
  problem: SaleProblem | null;
}

/** The sale of a pledge: what it has to bring, its orders, and how the proceeds were divided. */
export function Sale({ loan: { money, pledge }, sale, problem }: SaleProps) {
  const { t } = useTranslation('ops-loans');
  const problemText = useProblemText();
  const inMoney = (value: string) => <Amount key={value} value={value} ticker={money} withTicker />;
  const inCoins = (value: string) => <Amount key={value} value={value} ticker={pledge} withTicker />;
  return (
    <section className={styles.part} aria-label={t('sale.title')}>
      <h3>
        {t('sale.title')} {problem !== null && <StatusChip tone="attention" label={problemText(problem)} />}
      </h3>
      <Facts
        rows={[
          [t('sale.cause'), t(`cause.${sale.cause}`)],
          [t('sale.step'), t(`step.${sale.step}`)],
          [t('sale.date'), <WholeMoment key="date" seconds={sale.date} />],
          [t('sale.ltv'), `${sale.ltv} %`],
          [t('sale.price'), inMoney(sale.price)],
          [t('sale.pledge'), inCoins(sale.pledge)],
          [t('sale.sold'), inCoins(sale.sold)],
          [t('sale.cost'), inMoney(sale.cost)],
          [t('sale.proceeds'), inMoney(sale.proceeds)],
        ]}
      />
      <Orders orders={sale.orders} money={money} pledge={pledge} />
      {sale.receipt && <Receipt receipt={sale.receipt} money={money} pledge={pledge} />}
    </section>
  );
}

interface Tickers {
  money: string;
  pledge: string;
}

function Receipt({ receipt, money, pledge }: Tickers & { receipt: NonNullable<SaleView['receipt']> }) {
  const { t } = useTranslation('ops-loans');
  return (
    <section className={styles.part} aria-label={t('receipt.title')}>
      <h3>{t('receipt.title')}</h3>
      <Facts
        rows={receiptLines.map((name) => [
          t(`receipt.${name}`),
          <Amount key={name} value={receipt[name]} ticker={name.startsWith('coins_') ? pledge : money} withTicker />,
        ])}
      />
    </section>
  );
}

function Orders({ orders, money, pledge }: Tickers & { orders: readonly Order[] }) {
  const { t } = useTranslation('ops-loans');
  const columns = useMemo<Column<Order>[]>(() => {
    const figure = (key: 'index' | 'limit' | 'amount' | 'sold' | 'proceeds', ticker: string): Column<Order> => ({
      key,
      header: t(`order.${key}`),
      numeric: true,
      card: 'half',
      render: (row) => <Amount value={row[key]} ticker={ticker} />,
    });
    return [
      { key: 'number', header: t('order.number'), card: 'headline', render: ({ number }) => number },
      figure('index', money),
      figure('limit', money),
      figure('amount', pledge),
      figure('sold', pledge),
      figure('proceeds', money),
      { key: 'date', header: t('order.date'), render: ({ date }) => <WholeMoment seconds={date} /> },
    ];
  }, [t, money, pledge]);
  return (
    <DataTable
      caption={t('order.caption')}
      columns={columns}
      rows={orders}
      rowKey={({ number }) => number}
      compact
      empty={<EmptyState text={t('order.empty')} />}
    />
  );
}
