/** Running loans: borrowers repay, pledge more and take back, and both sides may open a dispute. */
import { between, pick } from '../money/client.ts';
import { call, type LoanClient, type LoanOperation, someLoan } from './run.ts';

const running = ['active', 'overdue'] as const;

/** Out of the main wallet, where days are collected from, or back. */
async function moveAll({ me, run }: LoanClient, from: 'main' | 'trade', to: 'main' | 'trade'): Promise<void> {
  const held =
    from === 'main'
      ? `SELECT balance AS amount FROM ledger_accounts JOIN assets ON assets.id = asset_id AND ticker = 'USDT' WHERE kind = 'main' AND user_id = $1`
      : `SELECT available AS amount FROM trade_balances JOIN assets ON assets.id = asset_id AND ticker = 'USDT' WHERE user_id = $1`;
  const { rows } = await run.database
    .query<{ amount: string }>(held, [me.userId])
    .catch(() => ({ rows: [] as { amount: string }[] }));
  const amount = Number(rows[0]?.amount ?? 0);
  if (amount < 1) return;
  const body = { ticker: 'USDT', amount: String(Math.floor(amount)), from, to };
  await call({ me, run, dice: () => 1 }, '/v2/profile/balance-transfer', body);
}

export const runningOperations: Record<string, LoanOperation> = {
  repay: {
    weight: 6,
    async run(client) {
      const loan = someLoan(client, 'borrower', ...running, 'defaulted');
      if (!loan) return;
      if (client.dice() < 0.7) await call(client, `/p2p/repay-loan/${loan.id}`);
      else await call(client, `/p2p/cancel-borrow-request/${loan.id}`, { action: 20 });
    },
  },
  repayPart: {
    weight: 8,
    async run(client) {
      const loan = someLoan(client, 'borrower', ...running, 'defaulted');
      if (!loan) return;
      const amount = (Number(loan.principal) * client.dice()).toFixed(6);
      await call(client, `/p2p/repay-loan/${loan.id}`, { amount });
    },
  },
  topUp: {
    weight: 6,
    async run(client) {
      const loan = someLoan(client, 'borrower', 'pending', ...running, 'liquidating');
      if (!loan) return;
      const amount = (Number(loan.coins) * (0.001 + client.dice() / 5)).toFixed(8);
      await call(client, `/p2p/top-up/${loan.id}`, { amount });
    },
  },
  release: {
    weight: 6,
    async run(client) {
      const loan = someLoan(client, 'borrower', ...running);
      if (!loan) return;
      const amount = (Number(loan.coins) * client.dice() * 0.2).toFixed(8);
      await call(client, `/p2p/release-pledge/${loan.id}`, { amount });
    },
  },
  sell: {
    weight: 1,
    async run(client) {
      const loan = someLoan(client, 'borrower', ...running);
      if (loan) await call(client, `/p2p/sell-pledge/${loan.id}`);
    },
  },
  /** Every fourth person has nothing to pay with most of the time. */
  beWithoutMoney: {
    weight: 2,
    async run(client) {
      if (client.me.place % 4 === 0) await moveAll(client, 'main', 'trade');
      else await moveAll(client, 'trade', 'main');
    },
  },
  haveMoneyAgain: {
    weight: 1,
    async run(client) {
      if (client.dice() < 0.2) await moveAll(client, 'trade', 'main');
    },
  },
  dispute: {
    weight: 2,
    async run(client) {
      const loan = someLoan(client, pick(client.dice, ['lender', 'borrower'] as const), ...running);
      if (!loan) return;
      const text = 'The pledge is not what was agreed.';
      const reason = pick(client.dice, ['interest', 'price', 'pledge', 'other']);
      if (loan.dispute) await call(client, `/p2p/dispute/${loan.id}/evidence`, { text });
      else await call(client, `/p2p/dispute/${loan.id}`, { reason, text });
    },
  },
  agree: {
    weight: 3,
    async run(client) {
      const { run, me, dice } = client;
      const disputed = run.loans.filter(
        ({ dispute, lender, borrower }) => dispute && [lender, borrower].includes(me.userId),
      );
      if (disputed.length === 0) return;
      await call(client, `/p2p/dispute/${pick(dice, disputed).id}/extension`, { days: between(dice, 2, 3) });
    },
  },
};
