import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { systemQuery } from '../../../api/system.ts';
import { useMarketPrices } from '../../../live/index.ts';
import { Decimal, plain, ratePercent } from '../../../terminal/form/form-numbers.ts';
import styles from '../../../terminal/form/order-form.module.css';
import { formatFixed, formatUpTo } from '../../../ui/format.ts';
import { useSpotMarket } from '../market-context.ts';
import { tokenFee } from './order-form-logic.ts';
import { type FeeRates, type Receipt, receiptOf, type Side } from './receipt.ts';

interface OrderReceiptProps {
  side: Side;
  receipt: Receipt;
  rates: FeeRates;
  customFee: boolean;
  isEstimate: boolean;
}

/** What the order costs or brings: value, fee, GST, TDS, net. */
export function OrderReceipt({ side, receipt: inMoney, rates, customFee, isEstimate }: OrderReceiptProps) {
  const { t } = useTranslation('spot');
  const { info, grouping, moneyDecimals, moneyDisplay } = useSpotMarket();
  const tdsRate = side === 'buy' ? rates.tdsBuy : rates.tds;
  // Paid in the token, the fee leaves the money alone, and TDS is taken from the whole value.
  const receipt = customFee ? receiptOf(side, inMoney.gross, { ...rates, fee: '0' }, moneyDecimals) : inMoney;
  const about = isEstimate ? '≈ ' : '';
  const decimals = isEstimate ? moneyDisplay : moneyDecimals;
  const show = (value: Decimal) =>
    receipt.gross.isZero()
      ? '–'
      : `${about}${(isEstimate ? formatFixed : formatUpTo)(plain(value), decimals, grouping)} ${info.money}`;
  return (
    <dl className={styles.receipt}>
      <Line label={t('receipt.gross')} value={show(receipt.gross)} />
      {customFee ? (
        <TokenFeeLine side={side} gross={receipt.gross} rates={rates} />
      ) : (
        <>
          <Line label={t('receipt.fee', { rate: ratePercent(rates.fee) })} value={show(receipt.fee)} />
          <Line label={t('receipt.gst', { rate: ratePercent(rates.gst) })} value={show(receipt.gst)} />
        </>
      )}
      {tdsRate !== '0' && <Line label={t('receipt.tds', { rate: ratePercent(tdsRate) })} value={show(receipt.tds)} />}
      <Line label={t(side === 'buy' ? 'receipt.pay' : 'receipt.receive')} value={show(receipt.net)} strong />
    </dl>
  );
}

function Line({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) {
  return (
    <div data-strong={strong || undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The fee in the service token with its GST, over last prices through USDT. */
function TokenFeeLine({ side, gross, rates }: { side: Side; gross: Decimal; rates: FeeRates }) {
  const { t } = useTranslation('spot');
  const { info } = useSpotMarket();
  const { data } = useQuery(systemQuery);
  const token = data?.service_ticker ?? '';
  const pairs = useMemo(() => pricePairs(token, info.money), [token, info.money]);
  const prices = useMarketPrices(pairs);
  const rate = side === 'buy' ? rates.feePlcBuy : rates.feePlc;
  const withGst = plain(new Decimal(rate).times(new Decimal(rates.gst).plus(1)));
  const fee = tokenFee(
    gross,
    withGst,
    moneyInUsdt(info.money, prices.get(pairs[1] ?? '')?.last),
    prices.get(pairs[0] ?? '')?.last ?? null,
  );
  const value = fee === null || gross.isZero() ? '–' : `≈ ${formatUpTo(plain(fee), 4)} ${token}`;
  return <Line label={t('receipt.tokenFee', { rate: ratePercent(rate) })} value={value} />;
}

/** Markets whose last prices give the token's price in the money: token, then money, each in USDT. */
function pricePairs(token: string, money: string): string[] {
  if (token === '') return [];
  // The feed refuses a list that names a market which does not exist, so USDT has no pair with itself.
  if (money === 'USDT') return [`${token}_USDT`];
  return [`${token}_USDT`, money === 'INR' ? 'USDT_INR' : `${money}_USDT`];
}

function moneyInUsdt(money: string, last: string | undefined): string | null {
  if (money === 'USDT') return '1';
  if (last === undefined || Number(last) === 0) return null;
  return money === 'INR' ? plain(new Decimal(1).div(last)) : last;
}
