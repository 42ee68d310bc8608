/** Accounts of wallets beside those of users: see docs/ledger.md. */
import { type AccountKind, accountOf } from '../../ledger/index.ts';

const corrections: AccountKind = {
  name: 'corrections',
  owner: 'house',
  assets: 'every',
  mayBeNegative: true,
  figure: 'corrections',
};

/** What operators have taken from users by corrections, less what they have given. */
export const correctionsAccount = (assetId: number) => accountOf(corrections, { assetId });
