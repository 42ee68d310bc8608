import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { systemQuery } from '../../../api/system.ts';
import { useMarketPrices } from '../../../live/index.ts';
import { Decimal, plain, ratePercent } from '../../../terminal/form/form-numbers.ts';
import styles from '../../../terminal/form/order-form.module.css';
import type { SummaryLine } from '../../../terminal/form/order-summary.tsx';
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

/** What the order costs or brings, in words: value, fee, GST, TDS, and last what is paid or received. */
export function useReceiptLines({ side, receipt: inMoney, rates, customFee, isEstimate }: OrderReceiptProps) {
  const { t } = useTranslation('spot');
  const { info, grouping, moneyDecimals, moneyDisplay } = useSpotMarket();
  const tdsRate = side === 'buy' ? rates.tdsBuy : rates.tds;
  // Paid in the token, the fee leaves the money alone, and TDS is taken from the whole value.
  const receipt = customFee ? receiptOf(side, inMoney.gross, { ...rates, fee: '0' }, moneyDecimals) : inMoney;
  const inToken = useTokenFee(customFee, side, receipt.gross, rates);
  const about = isEstimate ? '≈ ' : '';
  const decimals = isEstimate ? moneyDisplay : moneyDecimals;
  const show = (value: Decimal) =>
    receipt.gross.isZero()
      ? '–'
      : `${about}${(isEstimate ? formatFixed : formatUpTo)(plain(value), decimals, grouping)} ${info.money}`;
  const lines: SummaryLine[] = [[t('receipt.gross'), show(receipt.gross)]];
  if (inToken) lines.push(inToken);
  else {
    lines.push([t('receipt.fee', { rate: ratePercent(rates.fee) }), show(receipt.fee)]);
    lines.push([t('receipt.gst', { rate: ratePercent(rates.gst) }), show(receipt.gst)]);
  }
  if (tdsRate !== '0') lines.push([t('receipt.tds', { rate: ratePercent(tdsRate) }), show(receipt.tds)]);
  lines.push([t(side === 'buy' ? 'receipt.pay' : 'receipt.receive'), show(receipt.net)]);
  return { lines, net: receipt.net };
}

/** The receipt in the form; its last line is the one that counts. */
export function OrderReceipt({ lines }: { lines: readonly SummaryLine[] }) {
  return (
    <dl className={styles.receipt}>
      {lines.map(([label, value], index) => (
        <div key={label} data-strong={index === lines.length - 1 || undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The fee in the service token with its GST, over last prices through USDT; null where it is paid in money. */
function useTokenFee(isWanted: boolean, side: Side, gross: Decimal, rates: FeeRates): SummaryLine | null {
  const { t } = useTranslation('spot');
  const { info } = useSpotMarket();
  const { data } = useQuery({ ...systemQuery, enabled: isWanted });
  const token = (isWanted && data?.service_ticker) || '';
  const pairs = useMemo(() => pricePairs(token, info.money), [token, info.money]);
  const prices = useMarketPrices(pairs);
  if (!isWanted) return null;
  const rate = side === 'buy' ? rates.feePlcBuy : rates.feePlc;
  const withGst = plain(new Decimal(rate).times(new Decimal(rates.gst).plus(1)));
  const fee = tokenFee(
    gross,
    withGst,
    moneyInUsdt(info.money, prices.get(pairs[1] ?? '')?.last),
    prices.get(pairs[0] ?? '')?.last ?? null,
  );
  const value = fee === null || gross.isZero() ? '–' : `≈ ${formatUpTo(plain(fee), 4)} ${token}`;
  return [t('receipt.tokenFee', { rate: ratePercent(rate) }), value];
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
