/** Offers and requests: lenders offer, borrowers ask, and each may change their mind. */
import { ask, between, pick } from '../money/client.ts';
import { call, type LoanClient, type LoanOperation, someLoan } from './run.ts';

export const pledges = ['BTC', 'ETH', 'SOL'];

const percent = (client: LoanClient, low: number, high: number) => (between(client.dice, low, high) / 100).toFixed(2);

function creditOf(client: LoanClient, accepted: readonly string[]) {
  const { dice } = client;
  return {
    currency: pick(dice, accepted),
    amount: String(between(dice, 60, 400)),
    days: between(dice, 3, 12),
    pay_percent: percent(client, 20, 100),
    ...(dice() < 0.2 && { volatility_percent: String(between(dice, 0, 100)) }),
  };
}

/** An offer of somebody else as a rule, as those that one would find. */
function someOffer({ run, me, dice }: LoanClient, isOwn: boolean) {
  const isAnyones = dice() < 0.05;
  const all = run.offers.filter(({ lender }) => isAnyones || (lender === me.userId) === isOwn);
  return all.length === 0 ? undefined : pick(dice, all);
}

export const requestOperations: Record<string, LoanOperation> = {
  offer: {
    weight: 8,
    run(client) {
      const { dice } = client;
      const all = between(dice, 500, 2_500);
      return call(client, '/p2p/create-order', {
        amount: String(all),
        amount_from: '60',
        amount_to: String(between(dice, 100, Math.min(all, 500))),
        days_from: 3,
        days_to: between(dice, 10, 30),
        percent_from: '0.2',
        percent_to: '1',
        currency: pledges.filter(() => dice() < 0.8).join(',') || 'BTC',
        auto_approve: dice() < 0.6,
        auto_percent: percent(client, 20, 100),
        relend: dice() < 0.5,
        ...(dice() < 0.2 && { oks_percent: String(between(dice, 170, 300)) }),
      });
    },
  },
  edit: {
    weight: 4,
    async run(client) {
      const { dice } = client;
      const offer = someOffer(client, true);
      if (!offer) return;
      const changes = pick<object>(dice, [
        { amount: String(between(dice, 500, 3_000)) },
        { days_to: between(dice, 10, 40) },
        { auto_approve: dice() < 0.5, relend: dice() < 0.5 },
        { currency: pick(dice, ['BTC,ETH', 'BTC,SOL', 'BTC,ETH,SOL']) },
      ]);
      await call(client, `/p2p/update-loan-request/${offer.id}`, { version: offer.version, ...changes });
    },
  },
  finish: {
    weight: 2,
    async run(client) {
      const offer = someOffer(client, true);
      if (offer) await call(client, `/p2p/finish-loan/${offer.id}`);
    },
  },
  take: {
    weight: 22,
    async run(client) {
      const offer = someOffer(client, false);
      if (!offer) return;
      const version = client.dice() < 0.3 ? { version: offer.version } : {};
      await call(client, `/p2p/take-credit/${offer.id}`, { ...creditOf(client, offer.pledges), ...version });
    },
  },
  request: { weight: 4, run: (client) => call(client, '/p2p/create-borrow-request', creditOf(client, pledges)) },
  decide: {
    weight: 12,
    async run(client) {
      const { run, me, dice } = client;
      const asked = run.loans.filter(
        ({ state, lender, borrower }) =>
          state === 'pending' && (lender === me.userId || (lender === null && borrower !== me.userId) || dice() < 0.02),
      );
      if (asked.length === 0) return;
      const { id } = pick(dice, asked);
      const isYes = dice() < 0.75;
      if (dice() < 0.3) await call(client, `/p2p/borrow-request/${id}`, { action: isYes ? 1 : 2 });
      else await call(client, `/p2p/${isYes ? 'accept' : 'reject'}-borrow-request/${id}`);
    },
  },
  withdraw: {
    weight: 3,
    async run(client) {
      const loan = someLoan(client, 'borrower', 'pending');
      if (loan) await call(client, `/p2p/cancel-borrow-request/${loan.id}`);
    },
  },
  look: {
    weight: 4,
    async run(client) {
      const lists = [
        'lend-search',
        'borrow-request-list',
        'my-loan-request-list',
        'lend-user',
        'borrow-user',
        'deals-history',
        'total-data',
        'user-stat-management',
        'user-notification',
      ];
      await ask(client, 'GET', `/p2p/${pick(client.dice, lists)}`);
    },
  },
};
