/** All commands, in the order of the help. */
import type { Command } from './command.ts';
import { adjust } from './commands/adjust.ts';
import { createKey, listKeys, reencryptKeys, revokeKey } from './commands/api-keys.ts';
import { audit } from './commands/audit.ts';
import { backup, restore, verifyBackup } from './commands/backup.ts';
import { balance } from './commands/balance.ts';
import { block, suspend, unblock } from './commands/block.ts';
import { closeOnly } from './commands/close-only.ts';
import { credit } from './commands/credit.ts';
import { approveDeposit, deposits, rejectDeposit } from './commands/deposits.ts';
import { fund } from './commands/fund.ts';
import { indexSource, indexSources, setIndexCommand } from './commands/index-sources.ts';
import { halt, instrument, instruments, listInstrumentCommand, open } from './commands/instruments.ts';
import { jobs } from './commands/jobs.ts';
import { journal } from './commands/journal.ts';
import { approveKyc, rejectKyc } from './commands/kyc.ts';
import { exportListings, importListings, listAsset, listMarket } from './commands/listings.ts';
import { market, markets } from './commands/markets.ts';
import { messages } from './commands/messages.ts';
import { detach, partitions } from './commands/months.ts';
import { createAdmin, operators, permissionsCommand } from './commands/operators.ts';
import { p2p } from './commands/p2p.ts';
import { resetPassword } from './commands/passwords.ts';
import { confirmations, payments, paymentTerms, switchPaymentsCommand } from './commands/payments.ts';
import { resumeMethodPayoutsCommand, resumePayoutsCommand } from './commands/payouts.ts';
import { positionsAtRisk } from './commands/positions-at-risk.ts';
import { promotions, revokeBonusCommand } from './commands/promotions.ts';
import { quarantine } from './commands/quarantine.ts';
import { records } from './commands/records.ts';
import { recoverJournal } from './commands/recover-journal.ts';
import { replay } from './commands/replay.ts';
import { approve, reject, requests } from './commands/requests.ts';
import { signIns } from './commands/sign-ins.ts';
import { status } from './commands/status.ts';
import { dismissSweepCommand, setSweepRuleCommand, sweeps } from './commands/sweeps.ts';
import { tax } from './commands/tax.ts';
import { unclaimedTransfers } from './commands/unclaimed-transfers.ts';
import { users } from './commands/users.ts';

export const commands: readonly Command[] = [
  status,
  audit,
  replay,
  backup,
  verifyBackup,
  restore,
  recoverJournal,
  journal,
  quarantine,
  jobs,
  messages,
  partitions,
  detach,
  users,
  balance,
  credit,
  adjust,
  unclaimedTransfers,
  requests,
  approve,
  reject,
  records,
  payments,
  switchPaymentsCommand,
  paymentTerms,
  confirmations,
  deposits,
  approveDeposit,
  rejectDeposit,
  approveKyc,
  rejectKyc,
  block,
  suspend,
  unblock,
  operators,
  createAdmin,
  permissionsCommand,
  resetPassword,
  signIns,
  createKey,
  listKeys,
  revokeKey,
  reencryptKeys,
  markets,
  market,
  listAsset,
  listMarket,
  importListings,
  exportListings,
  instruments,
  instrument,
  listInstrumentCommand,
  halt,
  closeOnly,
  open,
  positionsAtRisk,
  fund,
  p2p,
  promotions,
  resumePayoutsCommand,
  resumeMethodPayoutsCommand,
  sweeps,
  setSweepRuleCommand,
  dismissSweepCommand,
  revokeBonusCommand,
  tax,
  indexSources,
  indexSource,
  setIndexCommand,
];
