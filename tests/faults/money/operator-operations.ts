/** What operators decide, and what they take from wallets and give to them. */
import { ask, between, firstOf, type Operation, pick, transferId } from './client.ts';

export const operatorOperations: Record<string, Operation> = {
  decideWithdrawal: {
    weight: 1,
    async run(client) {
      const found = await firstOf(client, '/v2/ops/withdrawals?state=waiting');
      if (!found) return;
      const isGood = client.dice() < 0.8;
      const body = isGood ? { reason: 'Known' } : { code: 'other', reason: 'Unknown' };
      await ask(
        client,
        'POST',
        `/v2/ops/withdrawals/${found.id}/${isGood ? 'approve' : 'reject'}`,
        body,
        client.run.world.operator,
      );
    },
  },
  decideRupees: {
    weight: 1,
    async run(client) {
      const { dice, run } = client;
      const found = await firstOf(client, '/v2/ops/inr-deposits?state=waiting');
      if (!found) return;
      const isGood = dice() < 0.8;
      const body = isGood ? { amount: String(found.amount), reason: 'Arrived' } : { reason: 'Did not arrive.' };
      await ask(
        client,
        'POST',
        `/v2/ops/inr-deposits/${found.id}/${isGood ? 'approve' : 'reject'}`,
        body,
        run.world.operator,
      );
    },
  },
  payRupees: {
    weight: 2,
    async run(client) {
      const { dice, run } = client;
      if (dice() < 0.4) await ask(client, 'POST', '/v2/ops/inr-payout-batches', {}, run.world.operator);
      const found = await firstOf(client, '/v2/ops/inr-payouts?state=taken');
      if (!found) return;
      const isPaid = dice() < 0.8;
      const body = isPaid ? { utr: transferId(), reason: 'On the statement' } : { reason: 'Your bank has refused it.' };
      await ask(client, 'POST', `/v2/ops/inr-payouts/${found.id}/${isPaid ? 'pay' : 'fail'}`, body, run.world.operator);
    },
  },
  adjust: {
    weight: 1,
    run(client) {
      const { dice, me, run } = client;
      const wanted = {
        kind: pick(dice, ['debit', 'take', 'give']),
        ticker: 'USDT',
        amount: String(between(dice, 1, 40)),
        reference: `random ${transferId()}`,
        text: 'A correction',
        reason: 'Counted again',
      };
      return ask(client, 'POST', `/v2/ops/users/${me.userId}/adjust`, wanted, run.world.operator);
    },
  },
};
