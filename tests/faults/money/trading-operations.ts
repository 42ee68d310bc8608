/** Transfers between wallets, and orders of both shards. */
import { ask, between, type Operation, pick, take } from './client.ts';

export const tradingOperations: Record<string, Operation> = {
  transfer: {
    weight: 20,
    run(client) {
      const wallets = ['main', 'trade', 'futures'];
      const from = pick(client.dice, wallets);
      const to = pick(
        client.dice,
        wallets.filter((wallet) => wallet !== from),
      );
      const amount = (between(client.dice, 1, 400) / 8).toFixed(3);
      return ask(client, 'POST', '/v2/profile/balance-transfer', { ticker: 'USDT', amount, from, to });
    },
  },
  order: {
    weight: 30,
    async run(client) {
      const { dice, me } = client;
      const price = (between(dice, 9_960, 10_040) / 100).toFixed(2);
      const wanted = {
        pair: 'LTC_USDT',
        direction: pick(dice, ['buy', 'sell']),
        price,
        amount: `0.0${between(dice, 1, 9)}`,
      };
      const placed = await ask(client, 'POST', '/v2/order', wanted);
      if (placed) me.orders.push(Number(placed.id));
    },
  },
  modify: {
    weight: 10,
    async run(client) {
      const { dice, me } = client;
      if (me.orders.length === 0) return;
      const price = (between(dice, 9_960, 10_040) / 100).toFixed(2);
      const amount = `0.0${between(dice, 1, 9)}`;
      const changes = pick<object>(dice, [{ price }, { amount }, { price, amount }]);
      await ask(client, 'POST', '/v2/order/modify', { order_id: pick(dice, me.orders), ...changes });
    },
  },
  cancel: {
    weight: 8,
    async run(client) {
      const id = take(client.dice, client.me.orders);
      if (id !== undefined) await ask(client, 'DELETE', `/v2/order/${id}`);
    },
  },
  perpetual: {
    weight: 12,
    async run(client) {
      const { dice, me, run } = client;
      const [side, position] = pick(dice, [
        ['buy', 'long'],
        ['sell', 'short'],
        ['sell', 'long'],
        ['buy', 'short'],
      ]);
      const price = ((run.middle + between(dice, -20, 20)) / 10_000).toFixed(4);
      const order = {
        market: 'XRP_USDT',
        mode: pick(dice, ['cross', 'isolated']),
        side,
        position,
        type: 'limit',
        price,
        sz: `0.0${between(dice, 1, 9)}`,
      };
      const placed = await ask(client, 'POST', '/v3/order', order);
      if (placed) me.perpetualOrders.push(Number(placed.id));
    },
  },
  perpetualCancel: {
    weight: 4,
    async run(client) {
      const id = take(client.dice, client.me.perpetualOrders);
      if (id !== undefined) await ask(client, 'POST', '/v3/order/cancel', { market: 'XRP_USDT', order_id: id });
    },
  },
};
