/** What a decision posts: entries of the ledger whose legs sum to zero for each asset. docs/loans.md, "Money". */

export type LoanAccount =
  | 'main'
  | 'p2p_offer'
  | 'p2p_request'
  | 'p2p_pledge'
  | 'p2p_liquidation'
  | 'transit_spot'
  | 'trade_spot'
  | 'fee_p2p'
  | 'gst_payable'
  | 'tds_payable'
  | 'p2p_compensation';

/** desk: the system user that sells pledges. */
export type LoanOwner = 'lender' | 'borrower' | 'desk' | 'house';

export interface LoanLeg {
  account: LoanAccount;
  owner: LoanOwner;
  asset: 'money' | 'crypto';
  /** In the asset's smallest unit, never 0. */
  amount: bigint;
}

export interface LoanEntry {
  /** One entry a key: posting it again changes nothing. */
  key: string;
  legs: LoanLeg[];
}

type Place = Omit<LoanLeg, 'amount'>;

/** An account of the loan's money or pledge, by who owns it. */
export const place = {
  lenderMoney: { account: 'main', owner: 'lender', asset: 'money' },
  lenderCoins: { account: 'main', owner: 'lender', asset: 'crypto' },
  offer: { account: 'p2p_offer', owner: 'lender', asset: 'money' },
  borrowerMoney: { account: 'main', owner: 'borrower', asset: 'money' },
  borrowerCoins: { account: 'main', owner: 'borrower', asset: 'crypto' },
  request: { account: 'p2p_request', owner: 'borrower', asset: 'crypto' },
  pledge: { account: 'p2p_pledge', owner: 'borrower', asset: 'crypto' },
  saleMoney: { account: 'p2p_liquidation', owner: 'borrower', asset: 'money' },
  saleCoins: { account: 'p2p_liquidation', owner: 'borrower', asset: 'crypto' },
  deskTransit: { account: 'transit_spot', owner: 'desk', asset: 'crypto' },
  deskMoney: { account: 'trade_spot', owner: 'desk', asset: 'money' },
  deskCoins: { account: 'trade_spot', owner: 'desk', asset: 'crypto' },
  fee: { account: 'fee_p2p', owner: 'house', asset: 'money' },
  gst: { account: 'gst_payable', owner: 'house', asset: 'money' },
  tds: { account: 'tds_payable', owner: 'house', asset: 'money' },
  compensation: { account: 'p2p_compensation', owner: 'house', asset: 'money' },
} as const satisfies Record<string, Place>;

/** An entry without its empty legs; null when nothing is left. */
export function entryOf(key: string, parts: readonly (readonly [Place, bigint])[]): LoanEntry | null {
  const legs = parts.filter(([, amount]) => amount !== 0n).map(([at, amount]) => ({ ...at, amount }));
  return legs.length === 0 ? null : { key, legs };
}
