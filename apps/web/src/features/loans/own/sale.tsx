import type { LoanView, SaleView } from '@pelican/shared/contracts/loans';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { formatDateTime } from '../../../ui/format-time.ts';
import { Amount } from '../../../ui/numbers.tsx';
import { Money, percentText } from '../figures.tsx';
import styles from '../loans.module.css';

interface SaleProps {
  sale: SaleView;
  loan: Pick<LoanView, 'fiat_ticker' | 'crypto_ticker'>;
}

/** Why a pledge was sold, by which orders, and how what it brought was divided. */
export function Sale({ sale, loan }: SaleProps) {
  const { t } = useTranslation('loans');
  const { fiat_ticker, crypto_ticker } = loan;
  const money = (value: string) => <Money value={value} ticker={fiat_ticker} />;
  const coins = (value: string) => <Amount value={value} ticker={crypto_ticker} withTicker />;
  const { receipt } = sale;
  return (
    <section className={styles.panel} aria-labelledby="loan-sale">
      <h2 id="loan-sale">{t('sale.title')}</h2>
      <Facts
        facts={[
          { label: t('sale.cause'), value: t(`sale.causes.${sale.cause}`) },
          { label: t('sale.begun'), value: formatDateTime(sale.date) },
          { label: t('sale.price'), value: money(sale.price) },
          { label: t('sale.ltv'), value: percentText(sale.ltv) },
          { label: t('sale.pledge'), value: coins(sale.pledge) },
          { label: t('sale.interest'), value: money(sale.interest) },
          { label: t('sale.cost'), value: money(sale.cost) },
          { label: t('sale.sold'), value: coins(sale.sold) },
          { label: t('sale.proceeds'), value: money(sale.proceeds) },
        ]}
      />
      {sale.orders.length > 0 && <Orders sale={sale} loan={loan} />}
      {receipt && (
        <Facts
          facts={[
            { label: t('sale.toLender'), value: money(receipt.to_lender) },
            { label: t('sale.tax'), value: money(receipt.tds_sale) },
            { label: t('sale.interestTax'), value: money(receipt.tds_interest) },
            { label: t('sale.fee'), value: money(receipt.fee) },
            { label: t('receipt.gst'), value: money(receipt.gst) },
            { label: t('sale.toBorrower'), value: money(receipt.to_borrower) },
            { label: t('sale.back'), value: coins(receipt.coins_back) },
            ...(Number(receipt.coins_to_lender) === 0
              ? []
              : [{ label: t('sale.handedOver'), value: coins(receipt.coins_to_lender) }]),
            { label: t('sale.shortfall'), value: money(receipt.shortfall) },
            { label: t('sale.setOff'), value: money(receipt.set_off) },
            { label: t('sale.owed'), value: money(receipt.owed) },
          ]}
        />
      )}
    </section>
  );
}

type Order = SaleView['orders'][number];

function Orders({ sale, loan: { fiat_ticker, crypto_ticker } }: SaleProps) {
  const { t } = useTranslation('loans');
  const columns: Column<Order>[] = [
    { key: 'number', header: t('sale.order'), card: 'headline', render: ({ number }) => number },
    {
      key: 'index',
      header: t('sale.index'),
      numeric: true,
      render: ({ index }) => <Money value={index} ticker={fiat_ticker} />,
    },
    {
      key: 'limit',
      header: t('sale.limit'),
      numeric: true,
      card: 'headline',
      render: ({ limit }) => <Money value={limit} ticker={fiat_ticker} />,
    },
    {
      key: 'amount',
      header: t('sale.amount'),
      numeric: true,
      render: ({ amount }) => <Amount value={amount} ticker={crypto_ticker} />,
    },
    {
      key: 'sold',
      header: t('sale.sold'),
      numeric: true,
      render: ({ sold }) => <Amount value={sold} ticker={crypto_ticker} />,
    },
    {
      key: 'proceeds',
      header: t('sale.proceeds'),
      numeric: true,
      render: ({ proceeds }) => <Money value={proceeds} ticker={fiat_ticker} />,
    },
  ];
  return (
    <DataTable
      caption={t('sale.orders')}
      columns={columns}
      rows={sale.orders}
      rowKey={({ number }) => number}
      empty={null}
    />
  );
}
