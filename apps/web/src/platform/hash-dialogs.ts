/**
 * Dialogs that the layout hosts and an address opens, so that any page may link to them and Back closes them:
 * `<Link to={transferHash('USDT')}>`.
 */
export function transferHash(ticker: string): string {
  return `#transfer/${ticker}`;
}

/** The ticker of a transfer address ("" when it names none), or null when the hash is something else. */
export function readTransferHash(hash: string): string | null {
  const match = /^#transfer(?:\/([A-Z0-9]{2,12}))?$/.exec(hash);
  return match ? (match[1] ?? '') : null;
}
