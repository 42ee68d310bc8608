/** Calls at the root of the server: programs fetch them, and people do not open them as pages. */
export const rootCalls: readonly string[] = [
  'systemParams',
  'getCountryList',
  'logout',
  'confirmWithdraw',
  'invoice',
  'confirminvoice',
  'makeinnerinvoice',
  'resendInnerInvoiceCode',
  'confirminnerinvoice',
  'makefiatpayment',
];

/**
 * Beginnings of paths that the server answers itself, with data or a page of its own: an unknown path below one is an error, not a page of the
 * client's router. A query may follow. Calls at the root are not among them (`rootCalls`).
 */
export const serverPathPattern =
  /^\/(?:v\d+|dev|chat|p2p|otc|socket|docs|openapi\.json|health|metrics|coins|assets|sandbox)(?:[/?]|$)/;

/** Whether a path belongs to the server and not to the client's router: by its beginning, or because it names a file. */
export function isServerPath(pathname: string): boolean {
  return serverPathPattern.test(pathname) || /\.[a-z0-9]{1,12}$/i.test(pathname);
}
