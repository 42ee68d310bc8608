/** Accounts of loans between users: see docs/ledger.md. */
import { type AccountKind, type AccountName, accountOf } from '../../ledger/index.ts';

interface Holder {
  userId: number;
  assetId: number;
}

function usersKind(name: string): AccountKind {
  return { name, owner: 'user', assets: 'every', mayBeNegative: false, figure: 'p2p' };
}

const offers = usersKind('p2p_offer');
const requests = usersKind('p2p_request');
const pledges = usersKind('p2p_pledge');
const liquidations = usersKind('p2p_liquidation');
const fees: AccountKind = {
  name: 'fee_p2p',
  owner: 'house',
  assets: 'every',
  mayBeNegative: false,
  figure: 'p2p_fees',
};
const gstPayable: AccountKind = {
  name: 'gst_payable',
  owner: 'house',
  assets: 'every',
  mayBeNegative: false,
  figure: 'p2p_gst',
};

const tdsPayable: AccountKind = {
  name: 'tds_payable',
  owner: 'house',
  assets: 'every',
  mayBeNegative: false,
  figure: 'p2p_tds',
};
const compensations: AccountKind = {
  name: 'p2p_compensation',
  owner: 'house',
  assets: 'every',
  mayBeNegative: false,
  figure: 'p2p_compensation',
};

/** Of a lender: what is free and reserved of all own offers. */
export const offerAccount = (holder: Holder): AccountName => accountOf(offers, holder);
/** Of a borrower: pledges of requests that wait, and of loans that run. */
export const requestAccount = (holder: Holder): AccountName => accountOf(requests, holder);
export const pledgeAccount = (holder: Holder): AccountName => accountOf(pledges, holder);
/** Of a borrower: what a sale has brought and what it has left, between its end and its distribution. */
export const liquidationAccount = (holder: Holder): AccountName => accountOf(liquidations, holder);
/** Fees on loans, and the tax on them that is owed to the state. */
export const loanFeeAccount = (assetId: number): AccountName => accountOf(fees, { assetId });
export const loanGstAccount = (assetId: number): AccountName => accountOf(gstPayable, { assetId });
/** Tax that was withheld from the proceeds of sales and from interest. */
export const loanTdsAccount = (assetId: number): AccountName => accountOf(tdsPayable, { assetId });
/** From which operators compensate a side of a loan; they fill it. */
export const compensationAccount = (assetId: number): AccountName => accountOf(compensations, { assetId });
