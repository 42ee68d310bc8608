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

/** The budget that rewards are paid from; operators fill it. */
export const promotionsAccount = (assetId: number) => accountOf(promotions, { assetId });

/** Tax withheld from rewards, owed to the tax office. */
export const withheldTaxAccount = (assetId: number) => accountOf(withheldTax, { assetId });
