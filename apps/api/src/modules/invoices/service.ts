/** Invoices, as their owners make them and others pay them. */
import { randomBytes, randomUUID } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import type { FactorName } from '@pelican/shared/contracts/auth';
import type { StartedDeposit } from '@pelican/shared/contracts/fiat';
import type { FiatPayment, Invoice, InvoiceConfirmation, NewInvoice } from '@pelican/shared/contracts/invoices';
import { formatUnits } from '@pelican/shared/money';
import type pg from 'pg';
import {
  demandUnlocked,
  isActiveUser,
  kycFor,
  lockLiveSession,
  type MessageCodes,
  type Require,
  type SessionOfUser,
  withdrawalsUnlocked,
} from '../../identity/index.ts';
import { mainAccount, postEntry } from '../../ledger/index.ts';
import { type KnownAsset, requireAsset } from '../../live/index.ts';
import { writeNotices } from '../../notices/index.ts';
import type { WithdrawalRules } from '../../platform/config/index.ts';
import { inTransaction, type Queryable, type Transaction } from '../../platform/database/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import {
  demandAccount,
  demandVerifiedEmail,
  type FactorChecks,
  maskAddress,
  type SessionCaller,
} from '../auth/index.ts';
import type { FiatService } from '../fiat/index.ts';
import type { PaymentsService } from '../payments/index.ts';
import { unitsOf } from '../wallet/index.ts';
import { type AssetPrice, demandOutflowAllowed, usdValueOf } from '../withdrawals/index.ts';
import { grossOf } from './gross.ts';
import {
  countOpen,
  endInvoice,
  findInvoice,
  findOfKey,
  hasAvailable,
  type InvoiceRow,
  insertInvoice,
  statusOf,
  viewInvoice,
} from './repository.ts';

const unverified = 'You must pass personal verification';
/** Of one owner, that can be paid. */
const openMax = 100;

export interface InvoiceServiceDeps {
  pool: pg.Pool;
  knownAsset: KnownAsset;
  require: Require;
  codes: Pick<MessageCodes, 'issue' | 'spend'>;
  factorChecks: Pick<FactorChecks, 'demand' | 'count'>;
  payments: Pick<PaymentsService, 'method' | 'methodsOf'>;
  fiat: Pick<FiatService, 'deposit'>;
  /** Of now; undefined when no market has a price for the asset. */
  priceOf(ticker: string): AssetPrice | undefined;
  rules: WithdrawalRules;
}

export type InvoiceService = ReturnType<typeof createInvoiceService>;

/** Of one payer and invoice: a code for one invoice pays no other. */
const codeFor = (userId: number, id: number) =>
  ({ purpose: 'withdrawal', binding: `invoice:${id}:of:${userId}` }) as const;

export function createInvoiceService(deps: InvoiceServiceDeps) {
  const { pool, require, codes, factorChecks, priceOf, rules } = deps;

  /** @throws DomainError kyc_required, withdrawals_locked, not_found, invoice_closed, invoice_own */
  async function demandPayable(principal: Principal, hash: string): Promise<InvoiceRow> {
    await require(principal, kycFor('withdraw', unverified), withdrawalsUnlocked);
    const invoice = await found(hash);
    if (invoice.ownerId === principal.userId) throw new DomainError('invoice_own');
    if (statusOf(invoice) !== 'pending') throw new DomainError('invoice_closed');
    return invoice;
  }

  /** @throws DomainError not_found */
  async function found(hash: string): Promise<InvoiceRow> {
    const invoice = await findInvoice(pool, hash);
    if (!invoice) throw new DomainError('not_found');
    return invoice;
  }

  /** Whether the payer may pay now, and has the money. @throws DomainError price_unknown, insufficient_balance, and what `demandOutflowAllowed` throws */
  async function demandPayment(
    db: Queryable,
    { assetId, amount, ticker }: Pick<InvoiceRow, 'assetId' | 'amount' | 'ticker'>,
    { payerId, factor }: { payerId: number; factor: FactorName | undefined },
  ): Promise<{ usdValue: string }> {
    const price = priceOf(ticker);
    if (!price) throw new DomainError('price_unknown');
    const value = usdValueOf(amount, price);
    const account = await demandAccount(db, payerId);
    const outflow = { userId: payerId, assetId, amount };
    await demandOutflowAllowed(db, { account, outflow, value, proof: { factor, hasCodeOfMail: true } }, rules);
    if (!(await hasAvailable(db, outflow))) throw new DomainError('insufficient_balance');
    return value;
  }

  /** Everything is asked again with the rows of both users locked, in the order of their ids. */
  async function payOnce(
    tx: Transaction,
    session: SessionOfUser,
    { hash, factor }: { hash: string; factor: FactorName | undefined },
  ): Promise<void> {
    const { userId: payerId } = session;
    const { id, ownerId, assetId, amount, ticker, owner } = (await findInvoice(tx, hash)) as InvoiceRow;
    const { rows } = await tx.query<{ id: string; isActive: boolean }>(
      `SELECT id, ${isActiveUser()} AS "isActive" FROM users WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
      [[payerId, ownerId]],
    );
    if (!rows.find((row) => Number(row.id) === ownerId)?.isActive) throw new DomainError('invoice_closed');
    await lockLiveSession(tx, session);
    await demandUnlocked(tx, payerId);
    const { usdValue } = await demandPayment(tx, { assetId, amount, ticker }, { payerId, factor });
    if (!(await endInvoice(tx, id, { state: 'paid', payerId, usdValue }))) throw new DomainError('invoice_closed');
    const reference = `invoice:${id}`;
    await postEntry(tx, {
      kind: 'invoice_paid',
      reference,
      idempotencyKey: reference,
      legs: [
        { account: mainAccount({ userId: payerId, assetId }), amount: `-${amount}` },
        { account: mainAccount({ userId: ownerId, assetId }), amount },
      ],
    });
    await writeNotices(tx, [
      { userId: ownerId, kind: 'invoice_received', payload: { amount, ticker }, key: reference },
      { userId: payerId, kind: 'invoice_paid', payload: { amount, ticker, owner }, key: `${reference}:paid` },
    ]);
  }

  return {
    /** @throws DomainError kyc_required, unknown_asset, wrong_step, out_of_range, repeated_with_other_content, too_many_requests */
    async create(
      principal: Principal,
      session: SessionOfUser,
      { ticker, amount: given, description, hours }: NewInvoice,
      givenKey: string | undefined,
    ): Promise<Invoice> {
      await require(principal, kycFor('deposit', unverified));
      const ownerId = session.userId;
      const asset = await requireAsset(deps.knownAsset, ticker, ownerId);
      const amount = formatUnits(unitsOf(given, asset), asset.scale);
      const idempotencyKey = givenKey ?? randomUUID();
      return inTransaction(pool, async (tx) => {
        await lockLiveSession(tx, session);
        const first = await findOfKey(tx, ownerId, idempotencyKey);
        if (first && (first.amount !== amount || first.assetId !== asset.id))
          throw new DomainError('repeated_with_other_content');
        if (first) return viewInvoice(first);
        if ((await countOpen(tx, ownerId)) >= openMax) throw new DomainError('too_many_requests');
        const hash = randomBytes(16).toString('base64url');
        await insertInvoice(tx, { hash, ownerId, assetId: asset.id, amount, description, idempotencyKey, hours });
        return viewInvoice((await findInvoice(tx, hash)) as InvoiceRow);
      });
    },

    /** @throws DomainError not_found */
    view: async (hash: string): Promise<Invoice> => viewInvoice(await found(hash)),

    /** @throws DomainError not_found: also for somebody else's, invoice_closed */
    async cancel(userId: number, hash: string): Promise<void> {
      const { id, ownerId } = await found(hash);
      if (ownerId !== userId) throw new DomainError('not_found');
      await inTransaction(pool, async (tx) => {
        if (!(await endInvoice(tx, id, { state: 'canceled' }))) throw new DomainError('invoice_closed');
      });
    },

    /** Sends the code that pays the invoice; an earlier one is good no longer. @throws DomainError of demandPayable, email_unverified, too_many_requests */
    async sendCode(principal: Principal, { userId, ip }: SessionCaller, hash: string) {
      const { id, amount, ticker, owner } = await demandPayable(principal, hash);
      const account = await demandAccount(pool, userId);
      demandVerifiedEmail(account);
      const issued = await codes.issue({ ...codeFor(userId, id), to: account.email, userId, ip, asker: 'session' });
      const payload = { amount, ticker, owner, code: issued.code };
      await inTransaction(pool, (tx) => writeNotices(tx, [{ userId, kind: 'invoice_code', payload }])).catch(
        async (error: unknown) => {
          await issued.withdraw();
          throw error;
        },
      );
      return {
        to: maskAddress('email_code', account.email),
        expires: Math.floor(issued.expiresAtMs / 1000),
        retry_after: issued.retryAfterSeconds,
      };
    },

    /**
     * Pays from the main wallet, once, within what may be withdrawn. A payment that would be refused uses up neither the factor nor the code.
     * @throws DomainError of demandPayable, address_not_saved, withdrawal_limit, review_needed, factor_recent, confirmation_channel, price_unknown, factor_needed, factor_wrong, code_wrong, insufficient_balance, too_many_requests
     */
    async pay(principal: Principal, person: SessionCaller, hash: string, proof: InvoiceConfirmation): Promise<Invoice> {
      const { userId } = person;
      const invoice = await demandPayable(principal, hash);
      await demandPayment(pool, invoice, { payerId: userId, factor: proof.factor });
      const shown = await factorChecks.demand(person, { factor: proof.factor, code: proof.factor_code });
      const { email } = await demandAccount(pool, userId);
      await factorChecks.count(
        { ...person, email },
        () => codes.spend(codeFor(userId, invoice.id), proof.code),
        'code_wrong',
      );
      await inTransaction(pool, (tx) => payOnce(tx, person, { hash, factor: shown?.factor }));
      return viewInvoice(await found(hash));
    },

    /** A deposit that leaves the amount in the main wallet after its fee. @throws DomainError of demandPayable and of the deposit */
    async payByProvider(
      principal: Principal,
      session: SessionOfUser,
      { invoice: hash, paymentMethodId, ...details }: FiatPayment,
      idempotencyKey: string | undefined,
    ): Promise<StartedDeposit> {
      const { ticker, amount } = await demandPayable(principal, hash);
      const { paymentList } = await deps.payments.methodsOf(ticker, 'deposit', principal.userId);
      const method = paymentList.find(({ id, type }) => id === paymentMethodId && type === 'provider');
      if (!method) throw new DomainError('unknown_payment_method');
      const { terms, asset } = await deps.payments.method(ticker, method.key, 'deposit', principal.userId);
      const form = { ...details, amount: grossOf(amount, terms, asset) };
      return deps.fiat.deposit(principal, session, { ticker, paymentKey: method.key, form, idempotencyKey });
    },
  };
}
