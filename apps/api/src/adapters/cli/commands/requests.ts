/** Requests of operators: what waits, and the second person's decision. */

import { DomainError } from '@pelican/shared/contracts';
import { z } from 'zod';
import type { OperatorAction } from '../../../identity/index.ts';
import {
  approveRequest,
  findRequest,
  findTwoPersonAction,
  pendingRequests,
  rejectRequest,
  shownPayload,
  type TwoPersonActions,
  twoPersonActions,
} from '../../../modules/operations/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { defineCommand } from '../command.ts';
import { actionDeps, type Finish } from '../submit-action.ts';
import { finishAdjust } from './adjust.ts';
import { finishIssue } from './api-keys.ts';
import { finishBlock, finishSuspend, finishUnblock } from './block.ts';
import { finishSwitch } from './close-only.ts';
import { finishCredit } from './credit.ts';
import { finishDeposit } from './deposits.ts';
import { finishTopUp } from './fund.ts';
import { finishSource } from './index-sources.ts';
import { finishApprovedChange } from './instruments.ts';
import { finishKyc } from './kyc.ts';
import { finishListings } from './listings.ts';
import { finishMarketChange } from './markets.ts';
import { finishChange, finishCreate } from './operators.ts';
import { finishCompensation, finishDispute, finishLoanSwitch } from './p2p.ts';
import { finishFactorRecovery, finishReset } from './passwords.ts';
import { finishConfirmations, finishSwitchPayments, finishTerms } from './payments.ts';
import { finishMethodResume, finishResume } from './payouts.ts';
import { finishPromotions, finishRevoke } from './promotions.ts';
import { finishSweepRule } from './sweeps.ts';
import { finishTaxDeposit, finishTaxIssue, finishTaxRule } from './tax.ts';
import { finishAssign, finishReturn } from './unclaimed-transfers.ts';

const id = z.coerce.number({ error: '<id> is missing' }).int().min(1);

export const requests = defineCommand({
  name: 'requests',
  usage: '',
  summary: 'What operators have asked for and others have not decided yet',
  input: z.object({}),
  async run(context) {
    const pending = await pendingRequests(context.pool);
    if (pending.length === 0) context.print('no request waits');
    for (const { id: requestId, action, payload, payloadHash, reason, maker, expiresAt } of pending) {
      context.print(`${requestId}  ${action}  by ${maker}, until ${expiresAt.toISOString()}`);
      context.print(`    ${JSON.stringify(shownPayload(payload))}`);
      context.print(`    reason: ${reason}`);
      context.print(`    npm run ops -- approve ${requestId} ${payloadHash.slice(0, 16)}`);
    }
  },
});

export const approve = defineCommand({
  name: 'approve',
  usage: '<id> <hash>',
  summary: "Do what another operator's request asks for; the hash says that it is the one that was read",
  arguments: ['id', 'hash'],
  input: z.object({ id, hash: z.string({ error: '<hash> is missing' }).regex(/^[0-9a-f]{8,64}$/, 'is no hash') }),
  async run(context, { id: requestId, hash }) {
    const { action } = await findRequest(context.pool, requestId);
    const place = findTwoPersonAction(action);
    if (!place) throw new DomainError('not_found', { message: `This release knows no action ${action}.` });
    const given = { id: requestId, caller: await context.caller(), payloadHash: hash };
    const wanted: OperatorAction<unknown, unknown, unknown> = twoPersonActions[place];
    const { payload, result, effect } = await approveRequest(actionDeps(context), wanted, given);
    // The printer of the same place takes what the action gives.
    await (printers[place] as Finish<unknown, unknown, unknown>)(context, payload, result, effect);
  },
});

export const reject = defineCommand({
  name: 'reject',
  usage: '<id>',
  summary: "Refuse a request, or withdraw one's own",
  arguments: ['id'],
  input: z.object({ id }),
  async run(context, { id: requestId }) {
    const { action } = await findRequest(context.pool, requestId);
    const place = findTwoPersonAction(action);
    const wanted: OperatorAction<unknown, unknown, unknown> | undefined = place && twoPersonActions[place];
    const caller = await context.caller();
    await inTransaction(context.pool, (tx) => rejectRequest(tx, { id: requestId, caller, action: wanted }));
    context.print(`request ${requestId} is rejected`);
  },
});

type PrinterOf<Action> =
  Action extends OperatorAction<infer Payload, infer Result, infer Effect> ? Finish<Payload, Result, Effect> : never;

/** What is printed of each that is approved. */
const printers: { [Place in keyof TwoPersonActions]: PrinterOf<TwoPersonActions[Place]> } = {
  creditWallet: finishCredit,
  adjustWallet: finishAdjust,
  topUpInsuranceFund: finishTopUp,
  topUpPromotions: finishPromotions,
  revokeSignUpBonus: finishRevoke,
  switchCloseOnly: finishSwitch,
  blockAccount: finishBlock,
  unblockAccount: finishUnblock,
  suspendOperator: finishSuspend,
  resetPassword: finishReset,
  approveFactorRecovery: finishFactorRecovery,
  approveKyc: finishKyc,
  approveInrDeposit: (context, { deposit, amount }) => context.print(`deposit ${deposit} is credited with ${amount}`),
  payInrWithdrawal: (context, { withdrawal, utr }) => context.print(`withdrawal ${withdrawal} is paid by ${utr}`),
  failInrWithdrawal: (context, { withdrawal }) => context.print(`withdrawal ${withdrawal} has failed`),
  approveProviderDeposit: finishDeposit,
  assignUnclaimed: finishAssign,
  returnUnclaimed: finishReturn,
  approveWithdrawal: (context, { withdrawal }) => context.print(`withdrawal ${withdrawal} is paid next`),
  failPayout: (context, { withdrawal }) => context.print(`the money of withdrawal ${withdrawal} is its user's again`),
  retryPayout: (context, { withdrawal }) => context.print(`withdrawal ${withdrawal} is tried again`),
  payByHand: (context, { withdrawal }) => context.print(`withdrawal ${withdrawal} is finished`),
  settleDoubled: (context, { withdrawal }) =>
    context.print(`what was paid twice of withdrawal ${withdrawal} is settled`),
  resumePayouts: finishResume,
  resumeMethodPayouts: finishMethodResume,
  setSweepRule: finishSweepRule,
  switchPayments: finishSwitchPayments,
  changePaymentTerms: finishTerms,
  changeConfirmations: finishConfirmations,
  addNetwork: (context, { key }) => context.print(`network ${key} is added`),
  changeNetwork: (context, { network }) => context.print(`network ${network} is changed`),
  addPaymentMethod: (context, { ticker, network, key }) =>
    context.print(`method ${ticker}:${network ?? key} is added; its deposits and withdrawals are closed`),
  changePaymentMethod: (context, { method }) => context.print(`method ${method} is changed`),
  approveInrBank: (context, { email }) => context.print(`a bank account of ${email} is active`),
  issueApiKey: finishIssue,
  createOperator: finishCreate,
  changePermissions: finishChange,
  changeInstrument: finishApprovedChange,
  addListings: finishListings,
  changeMarket: finishMarketChange,
  scheduleOpening: (context, { pair, openAt }) =>
    context.print(`${pair} opens at ${new Date(openAt * 1000).toISOString()}`),
  changeIndexSource: finishSource,
  depositTax: finishTaxDeposit,
  issueTaxCertificates: finishTaxIssue,
  addTaxRule: finishTaxRule,
  changeText: (context, { language, namespace, key }) =>
    context.print(`${namespace}:${key} is changed in language ${language}`),
  setLinks: (context) => context.print('the links of the footer are set'),
  pauseTrading: (context, { value: { spot, perpetual } }) =>
    context.print(`spot is ${spot ? 'paused' : 'open'}, perpetuals are ${perpetual ? 'paused' : 'open'}`),
  switchLoans: finishLoanSwitch,
  sellLoanPledge: (context, { loan }) => context.print(`the pledge of loan ${loan} is sold with the next fresh price`),
  takeBackLoanSale: (context, { loan }) => context.print(`the pledge of loan ${loan} is not sold by an order any more`),
  endLoanSale: (context, { loan }) => context.print(`nothing more of the pledge of loan ${loan} is sold`),
  writeOffLoan: (context, { loan }) => context.print(`what loan ${loan} still owed is given up`),
  decideLoanDispute: finishDispute,
  changeLoanMoney: (context, { ticker }) => context.print(`what is lent in ${ticker} from now on has other terms`),
  changeLoanPledge: (context, { money, ticker }) =>
    context.print(`${ticker} is pledged for ${money} by other figures from now on`),
  topUpCompensation: finishCompensation,
  pauseQuickSwap: (context, { value }) => context.print(`quick swaps are ${value.paused ? 'paused' : 'open'}`),
};
