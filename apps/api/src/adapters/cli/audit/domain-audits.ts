/** The audit of every domain that has money: a new domain adds its line. */
import { type DomainAudit, ledgerAudit } from '../../../ledger/index.ts';
import { codesAudit } from '../../../modules/codes/index.ts';
import { depositsAudit } from '../../../modules/deposits/index.ts';
import { fiatAudit } from '../../../modules/fiat/index.ts';
import { inrAudit } from '../../../modules/inr/index.ts';
import { invoicesAudit } from '../../../modules/invoices/index.ts';
import { loansAudit } from '../../../modules/loans/index.ts';
import { perpetualAudit } from '../../../modules/perpetual/index.ts';
import { promotionAudit } from '../../../modules/promotions/index.ts';
import { referralAudit } from '../../../modules/referrals/index.ts';
import { spotAudit } from '../../../modules/spot/index.ts';
import { sweepsAudit } from '../../../modules/sweeps/index.ts';
import { walletAudit } from '../../../modules/wallet/index.ts';
import { withdrawalsAudit } from '../../../modules/withdrawals/index.ts';

export const domainAudits: readonly DomainAudit[] = [
  ledgerAudit,
  walletAudit,
  codesAudit,
  withdrawalsAudit,
  spotAudit,
  perpetualAudit,
  referralAudit,
  promotionAudit,
  inrAudit,
  depositsAudit,
  sweepsAudit,
  fiatAudit,
  invoicesAudit,
  loansAudit,
];
