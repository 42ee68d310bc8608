/** What a transfer must satisfy before it is worth sending. The server checks all of it again. */
import { anyTransferRequest, type Balance } from '@pelican/shared/contracts/wallet';
import type { WalletName } from '../../platform/hash-dialogs.ts';
import { wireDecimal } from '../../ui/clean-decimal.ts';
import { compareDecimals } from '../../ui/decimal-compare.ts';

/** The wallets an asset can be in: futures only for what perpetuals are settled in. */
export function walletsOf(ticker: string, futuresTickers: readonly string[]): WalletName[] {
  return futuresTickers.includes(ticker) ? ['main', 'trade', 'futures'] : ['main', 'trade'];
}

/** What can leave a wallet at this moment. */
export function availableIn(balance: Balance | undefined, wallet: WalletName): string {
  if (!balance) return '0';
  return { main: balance.main_available, trade: balance.trade_available, futures: balance.futures_available }[wallet];
}

/** All that is in a wallet. */
function balanceOf(balance: Balance, wallet: WalletName): string {
  return { main: balance.main_balance, trade: balance.trade_balance, futures: balance.futures_balance }[wallet];
}

/** Whether a part of the wallet cannot leave it now. */
export function isHeld(balance: Balance, wallet: WalletName): boolean {
  return compareDecimals(availableIn(balance, wallet), balanceOf(balance, wallet)) < 0;
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

/** `held`: the wallet has as much, but orders, positions or holds keep a part of it. */
export type AmountProblem = 'missing' | 'insufficient' | 'held' | null;

/** @param balance undefined while it is not known: the server will say */
export function amountProblem(typed: string, balance: Balance | undefined, from: WalletName): AmountProblem {
  const amount = wireDecimal(typed);
  if (!anyTransferRequest.shape.amount.safeParse(amount).success) return 'missing';
  if (balance === undefined || compareDecimals(amount, availableIn(balance, from)) <= 0) return null;
  return compareDecimals(amount, balanceOf(balance, from)) > 0 ? 'insufficient' : 'held';
}
