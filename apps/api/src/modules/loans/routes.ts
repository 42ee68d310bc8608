/** Loans between users over HTTP. */
import { DomainError } from '@pelican/shared/contracts';
import { loansEndpoints, type NewOrder, type Search } from '@pelican/shared/contracts/loans';
import type { Redis } from 'ioredis';
import { type Require, regionAllowed, verifiedForLoans, withdrawalsUnlocked } from '../../identity/index.ts';
import { type Queryable, sharedRead } from '../../platform/database/index.ts';
import {
  type Guards,
  type HttpServer,
  type Principal,
  type PrivateReads,
  type PublicReads,
  pageRows,
  queryRows,
  serve,
  takeShared,
} from '../../platform/http/index.ts';
import { sessionCallerOf } from '../auth/index.ts';
import type { SystemFlags } from '../system/index.ts';
import { listCurrencies, readBalances, readOwnTotals, readPublicTotals, readStats } from './figures.ts';
import { readFunds } from './funds.ts';
import * as loanLists from './loan-lists.ts';
import { createLoanService, type LoanCall } from './loan-service.ts';
import { viewLoan } from './loan-view.ts';
import { checkNotifications, listNotifications } from './notifications.ts';
import { listOwnOffers, type Reading, searchOffers, withFigures } from './offer-lists.ts';
import { createOffer, editOffer, finishOffer } from './offer-service.ts';
import { viewOffer } from './offer-view.ts';
import { findOffer } from './offers.ts';
import { createBorrowRequest } from './open-requests.ts';
import { orderOfRequest } from './order-form.ts';
import { quote } from './quote.ts';
import { sellPledge } from './sale/wish.ts';
import { readSettings } from './settings.ts';
import { findOwnLoan, showOwnLoan } from './show-loan.ts';
import { type TakeDeps, takeCredit } from './take.ts';

/** Offers, their edits, requests, approvals and releases of a user. */
const stepsPerHour = 200;
/** For how long everybody reads the same figures of all loans. */
const totalsMs = 10_000;

export interface LoanRoutesDeps extends TakeDeps {
  require: Require;
  redis: Pick<Redis, 'eval'>;
  flags: Pick<SystemFlags, 'current' | 'requireLoans'>;
  publicReads: PublicReads;
  privateReads: PrivateReads;
  guards: Guards;
}

type Keyed = { 'idempotency-key'?: string | undefined };
interface SearchCall {
  principal: Principal | null;
  query: Search;
  request: { ip: string };
}
/** A call of a person that may be repeated. */
interface PersonCall {
  principal: Principal;
  headers: Keyed;
  request: { ip: string };
}

export function loanRoutes(app: HttpServer, deps: LoanRoutesDeps): void {
  const { pool, catalog, prices, flags, publicReads, privateReads, guards } = deps;
  const service = createLoanService(deps);

  async function reading<Id extends number | null>(db: Queryable, userId: Id): Promise<Reading & { userId: Id }> {
    const assets = catalog();
    return { db, assets, prices, userId, settings: await readSettings(db, assets, await deps.unopened()) };
  }
  /** @param rows what is read beside the settings */
  const asPublic = async <Answer>(
    { principal, ip, rows = 0 }: { principal: Principal | null; ip: string; rows?: number },
    work: (known: Reading) => Answer | Promise<Answer>,
  ): Promise<Answer> => {
    publicReads.queue.spend(ip, queryRows + rows);
    return publicReads.queue.run(ip, async () => work(await reading(publicReads.pool, principal?.userId ?? null)));
  };
  const search = ({ principal, query, request: { ip } }: SearchCall) =>
    asPublic({ principal, ip, rows: pageRows(query) }, (known) => searchOffers(known, query));
  const publicTotals = sharedRead(totalsMs, async () => readPublicTotals(await reading(publicReads.pool, null)));
  const asOwner = <Answer>(
    principal: Principal,
    work: (known: Reading & { userId: number }) => Promise<Answer>,
  ): Promise<Answer> =>
    privateReads.queue.run(principal, async () => work(await reading(privateReads.pool, principal.userId)));
  const loansOf = (
    principal: Principal,
    work: (known: loanLists.LoanReading) => ReturnType<typeof loanLists.listAsLender>,
  ) => privateReads.queue.run(principal, () => work({ ...viewer(principal.userId), db: privateReads.pool }));
  const viewer = (userId: number) => ({ userId, assets: catalog(), prices, now: Date.now() });

  /** What grows by each step, as lists, notices and entries do, is not grown by one user without end. @throws DomainError too_many_requests */
  const takeStepOfHour = ({ userId }: Principal) =>
    takeShared(deps.redis, [{ name: `p2p-steps:${userId}`, max: stepsPerHour, seconds: 3_600 }]);

  /** A loan or an offer begins only while such are taken, and by whom nothing holds back. */
  async function demandBinding(principal: Principal, what: 'take' | 'create'): Promise<void> {
    flags.requireLoans(what);
    await deps.require(principal, regionAllowed, verifiedForLoans, withdrawalsUnlocked);
    await takeStepOfHour(principal);
  }

  async function create({ principal, headers, request }: PersonCall, order: NewOrder) {
    await demandBinding(principal, 'create');
    const id = await createOffer(deps, sessionCallerOf(principal, request), order, headers['idempotency-key']);
    const shown = await showOwnOffer(pool, principal.userId, id);
    return { status: 'ok' as const, id, amount_fiat: shown.amount, fiat_ticker: shown.fiat_currency, order: shown };
  }

  async function showOwnOffer(db: Queryable, userId: number, id: number) {
    const known = await reading(db, userId);
    const offer = await findOffer(db, known.assets, id);
    const [shown] = offer?.facts.lenderId === userId ? await withFigures(known, [offer]) : [];
    if (!shown) throw new DomainError('offer_not_found');
    return shown;
  }

  const showLoan = (db: Queryable, userId: number, id: number) => showOwnLoan(db, viewer(userId), id);

  async function showTaken(userId: number, id: number) {
    const known = viewer(userId);
    const loan = viewLoan(await findOwnLoan(pool, known, id), known);
    const { amount_fiat, fiat_ticker, amount_crypto, crypto_ticker } = loan;
    return { status: 'ok' as const, id, amount_fiat, fiat_ticker, amount_crypto, crypto_ticker, loan };
  }

  /** Carries out what is asked of a loan, and shows what it is then. */
  async function act(
    { principal, params, headers, request }: PersonCall & { params: { id: number } },
    work: (call: LoanCall, principal: Principal) => Promise<void>,
  ) {
    const session = sessionCallerOf(principal, request);
    await work({ session, loanId: params.id, key: headers['idempotency-key'] }, principal);
    return showLoan(pool, session.userId, params.id);
  }

  async function approve(call: LoanCall, principal: Principal): Promise<void> {
    await demandBinding(principal, 'take');
    await service.approve(call);
  }

  const ofOwnOffer = (
    principal: Principal,
    offerId: number,
    list: (known: loanLists.LoanReading) => ReturnType<typeof loanLists.listOfOffer>,
  ) =>
    loansOf(principal, async (known) => {
      const offer = await findOffer(known.db, known.assets, offerId);
      if (offer?.facts.lenderId !== principal.userId) throw new DomainError('offer_not_found');
      return list(known);
    });

  serve(app, guards, loansEndpoints, {
    'GET /p2p/currency-list': ({ request: { ip } }) => {
      const { take, create: creation } = flags.current().p2p_loans;
      return asPublic({ principal: null, ip }, (known) =>
        listCurrencies(known, { block_take: !take, block_create: !creation }),
      );
    },
    'GET /p2p/total-data': async ({ principal }) => ({
      public: await publicTotals(),
      user: principal && (await asOwner(principal, readOwnTotals)),
    }),
    'GET /p2p/lend-search': search,
    'GET /p2p/show-more-lend': search,
    'GET /p2p/loan-request-list': search,
    'GET /p2p/order-description/:id': ({ principal, params: { id }, request: { ip } }) =>
      asPublic({ principal, ip }, async (known) => {
        const offer = await findOffer(known.db, known.assets, id);
        const isOwn = offer !== undefined && offer.facts.lenderId === principal?.userId;
        if (!offer || !(isOwn || offer.state === 'open')) throw new DomainError('offer_not_found');
        const [own] = isOwn ? await withFigures(known, [offer]) : [];
        return own ?? viewOffer(offer, known);
      }),
    'GET /p2p/quote': ({ principal, query, request: { ip } }) =>
      asPublic({ principal, ip }, (known) => quote(known, query)),
    'GET /p2p/actual-currency-balance': ({ principal }) =>
      asOwner(principal, async (known) => readBalances(known, await deps.unopened())),
    'GET /p2p/my-loan-request-list': ({ principal, query }) =>
      asOwner(principal, async (known) => ({
        ...(await listOwnOffers(known, query, false)),
        stats: await readStats(known, principal.userId, 'lend'),
      })),
    'GET /p2p/active-order': ({ principal, query }) => asOwner(principal, (known) => listOwnOffers(known, query, true)),
    'GET /p2p/lend-user': ({ principal, query }) => loansOf(principal, (known) => loanLists.listAsLender(known, query)),
    'GET /p2p/borrow-user': ({ principal, query }) =>
      loansOf(principal, (known) => loanLists.listAsBorrower(known, query)),
    'GET /p2p/my-borrow-list': ({ principal, query }) =>
      asOwner(principal, async (known) => ({
        ...(await loanLists.listAsBorrower({ ...viewer(principal.userId), db: known.db }, query)),
        stats: await readStats(known, principal.userId, 'borrow'),
      })),
    'GET /p2p/my-borrow-request-list': ({ principal, query }) =>
      loansOf(principal, (known) => loanLists.listOwnRequests(known, query)),
    'GET /p2p/order-requests/:id': ({ principal, params: { id }, query }) =>
      ofOwnOffer(principal, id, (known) => loanLists.listOfOffer(known, query, { offerId: id, state: query.state })),
    'GET /p2p/borrow-request-list/:id': ({ principal, params: { id }, query }) =>
      ofOwnOffer(principal, id, (known) => loanLists.listPendingOfOffer(known, query, id)),
    'GET /p2p/borrow-request-list': ({ principal, query }) =>
      asOwner(principal, ({ db, settings }) =>
        loanLists.listOpenRequests({ ...viewer(principal.userId), db }, settings, query),
      ),
    'GET /p2p/user-stat-management': ({ principal }) => asOwner(principal, readFunds),
    'GET /p2p/user-notification': ({ principal, query }) =>
      privateReads.queue.run(principal, () => listNotifications(privateReads.pool, principal.userId, query)),
    'POST /p2p/user-notification': async ({ principal: { userId }, body: { ids } }) => {
      return { status: 'ok' as const, unread: await checkNotifications(pool, userId, ids ?? null) };
    },
    'GET /p2p/deals-history': ({ principal, query }) =>
      loansOf(principal, (known) => loanLists.listHistory(known, query)),
    'GET /p2p/loan/:id': ({ principal, params: { id } }) =>
      privateReads.queue.run(principal, () => showLoan(privateReads.pool, principal.userId, id)),
    'POST /p2p/create-order': (call) => create(call, call.body),
    'POST /p2p/create-loan-request': (call) => create(call, orderOfRequest(call.body)),
    'POST /p2p/update-loan-request/:id': async ({ principal, params: { id }, body: edit, headers, request }) => {
      await demandBinding(principal, 'create');
      const session = sessionCallerOf(principal, request);
      await editOffer(deps, { session, id, edit, key: headers['idempotency-key'] });
      return showOwnOffer(pool, principal.userId, id);
    },
    'POST /p2p/finish-loan/:id': async ({ principal, params: { id }, headers, request }) => {
      const session = sessionCallerOf(principal, request);
      await finishOffer(deps, { session, id, key: headers['idempotency-key'] });
      return showOwnOffer(pool, principal.userId, id);
    },
    'POST /p2p/take-credit/:id': async ({ principal, params, body: bid, headers, request }) => {
      await demandBinding(principal, 'take');
      const session = sessionCallerOf(principal, request);
      const id = await takeCredit(deps, { session, offerId: params.id, bid, key: headers['idempotency-key'] });
      return showTaken(principal.userId, id);
    },
    'POST /p2p/create-borrow-request': async ({ principal, body: request, headers, request: { ip } }) => {
      await demandBinding(principal, 'take');
      const session = sessionCallerOf(principal, { ip });
      const id = await createBorrowRequest(deps, { session, request, key: headers['idempotency-key'] });
      return showTaken(principal.userId, id);
    },
    'POST /p2p/borrow-request/:id': (call) =>
      act(call, (asked, by) => (call.body.action === 1 ? approve(asked, by) : service.reject(asked))),
    'POST /p2p/accept-borrow-request/:id': (call) => act(call, approve),
    'POST /p2p/reject-borrow-request/:id': (call) => act(call, service.reject),
    'POST /p2p/cancel-borrow-request/:id': (call) =>
      act(call, (asked) => (call.body.action === 10 ? service.withdraw(asked) : service.repay(asked, undefined))),
    'POST /p2p/repay-loan/:id': (call) => act(call, (asked) => service.repay(asked, call.body.amount)),
    'POST /p2p/top-up/:id': (call) => act(call, (asked) => service.topUp(asked, call.body.amount)),
    'POST /p2p/sell-pledge/:id': (call) => act(call, (asked) => sellPledge(deps, asked)),
    'POST /p2p/release-pledge/:id': (call) =>
      act(call, async (asked, by) => {
        await takeStepOfHour(by);
        await service.release(asked, call.body.amount);
      }),
  });
}
