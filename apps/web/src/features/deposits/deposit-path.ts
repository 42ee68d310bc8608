/** The page of an asset's deposits. */
export function depositPath(ticker: string): string {
  return `/wallet/deposit/${ticker}`;
}
