import { formatUpTo, groupingOf, signOf, unknown } from '../../../ui/format.ts';

interface SignedMoneyProps {
  value: string | null | undefined;
  ticker?: string;
  decimals?: number;
  /** In the colours of profit and loss. */
  colored?: boolean;
}

/** Money that may be gained or lost: always with its sign, never by colour alone. */
export function SignedMoney({ value, ticker, decimals = 8, colored = false }: SignedMoneyProps) {
  const sign = signOf(value, decimals);
  const text = formatUpTo(value, decimals, groupingOf(ticker));
  return (
    <span
      className={`tabular ${colored && sign > 0 ? 'buy' : colored && sign < 0 ? 'sell' : ''}`}
      title={value ?? undefined}
    >
      {sign > 0 && text !== unknown ? `+${text}` : text}
      {ticker && text !== unknown ? ` ${ticker}` : ''}
    </span>
  );
}
