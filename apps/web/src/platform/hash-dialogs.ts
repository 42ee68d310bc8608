/**
 * Dialogs that the layout hosts and an address opens, so that any page may link to them and Back closes them:
 * `<Link to={transferHash('USDT')}>`.
 */

/** The dialog that says that the identity must be verified first. */
export const kycHash = '#kyc';

export type WalletName = 'main' | 'trade' | 'futures';

export interface TransferWish {
  /** "" when the address names none. */
  ticker: string;
  /** The wallet that shall receive; null when the address names none. */
  to: WalletName | null;
}

/** @param to the wallet that is short of money, when the way is known */
export function transferHash(ticker: string, to?: WalletName): string {
  return `#transfer/${ticker}${to ? `/${to}` : ''}`;
}

/**
 * Of the dialog about a wallet with too little of an asset.
 * @param missing how much more is needed, '' when that is not known
 */
export function shortageHash(ticker: string, wallet: WalletName, missing: string): string {
  return `#insufficient/${ticker}/${wallet}/${missing}`;
}

/** Of the dialog that cancels open spot orders. @param pair chosen at first; '' for all */
export function cancelAllHash(pair: string): string {
  return pair === '' ? '#cancel-all' : `#cancel-all/${pair}`;
}

/** Of the dialog that changes an open spot order. */
export function modifyHash(id: number): string {
  return `#modify/${id}`;
}

/** What a transfer address asks for, or null when the hash is something else. */
export function readTransferHash(hash: string): TransferWish | null {
  const match = /^#transfer(?:\/([A-Z0-9]{2,12}))?(?:\/(main|trade|futures))?$/.exec(hash);
  return match ? { ticker: match[1] ?? '', to: (match[2] as WalletName | undefined) ?? null } : null;
}
