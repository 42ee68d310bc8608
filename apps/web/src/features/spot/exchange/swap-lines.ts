import { useTranslation } from 'react-i18next';
import { type Decimal, plain, ratePercent } from '../../../terminal/form/form-numbers.ts';
import type { SummaryLine } from '../../../terminal/form/order-summary.tsx';
import { formatFixed, formatUpTo, groupingOf } from '../../../ui/format.ts';
import { useSpotMarket } from '../market-context.ts';
import { exchangeMessages } from './messages.ts';
import type { Swap } from './use-swap.ts';

const exactDecimals = 8;

/** "1,234.5 USDT", cut to 8 decimals. */
export function amountText(amount: string, ticker: string): string {
  return `${formatUpTo(amount, exactDecimals, groupingOf(ticker))} ${ticker}`;
}

/** What the swap costs and brings, in words: price, charges, and last what is certain. Dashes without an estimate. */
export function useSwapLines({ side, draft, rates, give, receive, wish }: Swap): SummaryLine[] {
  const { t } = useTranslation(exchangeMessages);
  const { info, moneyDisplay, grouping } = useSpotMarket();
  const { estimate, worst } = draft;
  const price = (value: Decimal) => `${formatFixed(plain(value), info.price_prec, grouping)} ${info.money}`;
  const charge = (value: Decimal) => {
    const shown = formatFixed(plain(value), moneyDisplay, grouping);
    return `${worst ? `≈ ${/[1-9]/.test(shown) ? shown : formatUpTo(plain(value), exactDecimals, grouping)} ${info.money}` : '–'}`;
  };
  const tds = side === 'buy' ? rates.tdsBuy : rates.tds;
  const lines: SummaryLine[] = [
    [t('line.price', { stock: info.stock }), worst ? `≈ ${price(estimate.averagePrice)}` : '–'],
    [t('line.fee', { rate: ratePercent(rates.fee) }), charge(estimate.fee)],
    [t('line.gst', { rate: ratePercent(rates.gst) }), charge(estimate.gst)],
  ];
  if (Number(tds) > 0) lines.push([t('line.tds', { rate: ratePercent(tds) }), charge(estimate.tds)]);
  // Withheld from sales: the other direction has it.
  else if (Number(rates.tds) > 0) lines.push([t('line.tdsOfSales'), t('line.none')]);
  lines.push([t(`line.limit.${side}`, { stock: info.stock }), worst ? price(worst.limitPrice) : '–']);
  const isExactPurchase = side === 'buy' && wish.field === 'receive';
  lines.push(
    isExactPurchase
      ? [t('line.payAtMost'), worst ? amountText(plain(worst.give), give) : '–']
      : [t('line.receiveAtLeast'), worst ? amountText(plain(worst.receive), receive) : '–'],
  );
  return lines;
}
