/** What a transfer must satisfy before it is worth sending. The server checks all of it again. */
import type { Balance } from '@pelican/shared/contracts/wallet';
import type { WalletName } from '../../platform/hash-dialogs.ts';
import { wireDecimal } from '../../ui/clean-decimal.ts';
import { compareDecimals, isZeroDecimal } from '../../ui/decimal-compare.ts';

/** The wallets an asset can be in: futures only for what perpetuals are settled in. */
export function walletsOf(ticker: string, futuresTickers: readonly string[]): WalletName[] {
  return futuresTickers.includes(ticker) ? ['main', 'trade', 'futures'] : ['main', 'trade'];
}

/** What can leave a wallet at this moment. */
export function availableIn(balance: Balance | undefined, wallet: WalletName): string {
  if (!balance) return '0';
  return { main: balance.main_available, trade: balance.trade_available, futures: balance.futures_available }[wallet];
}

export interface Way {
  from: WalletName;
  to: WalletName;
}

/** The way with one end changed; the other end gives way when it would be the same wallet. */
export function withEnd(way: Way, end: keyof Way, wallet: WalletName): Way {
  const other = end === 'from' ? 'to' : 'from';
  return { ...way, [end]: wallet, [other]: way[other] === wallet ? way[end] : way[other] };
}

/** A way that these wallets allow: an end that is not among them falls back to one that is. */
export function possibleWay(way: Way, wallets: readonly WalletName[]): Way {
  const from = wallets.includes(way.from) ? way.from : 'main';
  const to = wallets.includes(way.to) ? way.to : 'trade';
  return from === to ? { from, to: from === 'main' ? 'trade' : 'main' } : { from, to };
}

/** Into a wallet: from main, into main from trade. */
export function wayInto(to: WalletName | null): Way {
  return to === 'main' ? { from: 'trade', to } : { from: 'main', to: to ?? 'trade' };
}

export type AmountProblem = 'missing' | 'insufficient' | null;

/** @param available null while it is not known: the server will say */
export function amountProblem(typed: string, available: string | null): AmountProblem {
  const amount = wireDecimal(typed);
  if (isZeroDecimal(amount)) return 'missing';
  return available !== null && compareDecimals(amount, available) > 0 ? 'insufficient' : null;
}
