/** Accounts of transfer codes: see docs/ledger.md. */
import { type AccountKind, accountOf } from '../../ledger/index.ts';

const transferCodes: AccountKind = {
  name: 'transfer_codes',
  owner: 'user',
  assets: 'every',
  mayBeNegative: false,
  figure: 'codes',
};

/** Money of a user that is in open codes: all of them together, so that codes leave no empty accounts behind. */
export const transferCodesAccount = (ids: { userId: number; assetId: number }) => accountOf(transferCodes, ids);
