/** Accounts of what enters and leaves: see docs/ledger.md. */
import { type AccountKind, accountOf } from '../../ledger/index.ts';

const chain: AccountKind = {
  name: 'chain',
  owner: 'outside',
  isPerObject: true,
  assets: 'crypto',
  mayBeNegative: true,
  figure: 'outside',
};

const bank: AccountKind = {
  name: 'bank',
  owner: 'outside',
  isPerObject: true,
  assets: 'fiat',
  mayBeNegative: true,
  figure: 'outside',
};

const paymentFees: AccountKind = {
  name: 'payment_fees',
  owner: 'house',
  assets: 'every',
  mayBeNegative: false,
  figure: 'payment_fees',
};

const networkCosts: AccountKind = {
  name: 'network_costs',
  owner: 'house',
  assets: 'crypto',
  mayBeNegative: true,
  figure: 'payment_fees',
};

/** A network's side of deposits and withdrawals: minus the balance is what our addresses there hold. */
export const chainAccount = ({ networkId, assetId }: { networkId: number; assetId: number }) =>
  accountOf(chain, { objectId: networkId, assetId });

/** The side of a bank or a payment provider, by payment method: minus the balance is what lies there. */
export const bankAccount = ({ methodId, assetId }: { methodId: number; assetId: number }) =>
  accountOf(bank, { objectId: methodId, assetId });

/** Fees that users have paid for deposits and withdrawals. */
export const paymentFeesAccount = (assetId: number) => accountOf(paymentFees, { assetId });

/** What the exchange pays networks for its transactions, as a negative balance. */
export const networkCostsAccount = (assetId: number) => accountOf(networkCosts, { assetId });
