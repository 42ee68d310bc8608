/** Accounts of rewards: see docs/ledger.md. */
import { type AccountKind, accountOf } from '../../ledger/index.ts';

const promotions: AccountKind = {
  name: 'promotions',
  owner: 'house',
  assets: 'every',
  mayBeNegative: false,
  figure: 'promotions',
};

const withheldTax: AccountKind = {
  name: 'withheld_tax',
  owner: 'house',
  assets: 'every',
  mayBeNegative: false,
  figure: 'withheld_tax',
};

const signUpBonus: AccountKind = {
  name: 'sign_up_bonus',
  owner: 'user',
  assets: 'crypto',
  mayBeNegative: false,
  figure: 'bonus',
};

/** A bonus that is granted and not released: no part of the user's wallets yet. */
export const signUpBonusAccount = (ids: { userId: number; assetId: number }) => accountOf(signUpBonus, ids);

/** The budget that rewards are paid from; operators fill it. */
export const promotionsAccount = (assetId: number) => accountOf(promotions, { assetId });

/** Tax withheld from rewards, owed to the tax office. */
export const withheldTaxAccount = (assetId: number) => accountOf(withheldTax, { assetId });
