/** Deposits and withdrawals of coins and rupees, and what the sandbox provider decides. */
import { demoPassword } from '@pelican/api/src/demo/users.ts';
import { ask, between, type Client, confirm, factorOf, type Operation, pick, take, transferId } from './client.ts';

const requestMsMax = 15_000;

/** The provider's own page, which lists the user's payouts that wait, each with its signature. */
async function decidePayout({ dice, run, me }: Client, outcome: 'paid' | 'declined'): Promise<void> {
  const { url } = run.world.exchange;
  const signal = AbortSignal.timeout(requestMsMax);
  const headers = {
    authorization: `Basic ${Buffer.from(`random${me.place}@demo.local:${demoPassword}`).toString('base64')}`,
  };
  const page = await fetch(`${url}/sandbox/payouts`, { signal, headers }).then(
    (answer) => answer.text(),
    () => '',
  );
  const waiting = [
    ...page.matchAll(/name="reference" value="(\w+)"><input type="hidden" name="signature" value="(\w+)"/g),
  ];
  if (waiting.length === 0) return;
  const [, reference = '', signature = ''] = pick(dice, waiting);
  const body = new URLSearchParams({ reference, signature, outcome });
  const answer = await fetch(`${url}/sandbox/payouts/decide`, {
    method: 'POST',
    body,
    headers,
    redirect: 'manual',
    signal,
  }).catch(() => undefined);
  if (answer && answer.status < 400) run.done.set(`payout ${outcome}`, (run.done.get(`payout ${outcome}`) ?? 0) + 1);
}

export const paymentOperations: Record<string, Operation> = {
  faucet: {
    weight: 2,
    async run(client) {
      const ticker = pick(client.dice, ['BTC', 'LTC']);
      if (!(await ask(client, 'GET', `/v2/profile/address/${ticker}`))) return;
      await ask(client, 'POST', '/v2/sandbox/faucet', { ticker });
    },
  },
  withdraw: {
    weight: 2,
    async run(client) {
      const { dice, me } = client;
      const [ticker, amount] = pick(dice, [
        ['USDT', String(between(dice, 6, 60))],
        ['BTC', '0.02'],
        ['LTC', '1.5'],
      ]);
      const body = { amount, address: me.address, ...(await factorOf(client)) };
      await confirm(client, await ask(client, 'POST', `/v3/balance/withdrawal-${ticker}/SANDBOX`, body));
    },
  },
  withdrawRupees: {
    weight: 2,
    async run(client) {
      const { dice, me } = client;
      const body = {
        amount: String(between(dice, 120, 1_500)),
        bank_id: me.bank,
        terms: true,
        ...(await factorOf(client)),
      };
      await confirm(client, await ask(client, 'POST', '/v3/balance/withdrawal-INR/INR', body));
    },
  },
  withdrawCancel: {
    weight: 1,
    async run(client) {
      const id = take(client.dice, client.me.withdrawals);
      if (id !== undefined) await ask(client, 'POST', `/v2/profile/withdrawals/${id}/cancel`);
    },
  },
  reportRupees: {
    weight: 1,
    run(client) {
      const { dice, me } = client;
      const amount = String(between(dice, 200, 5_000));
      return ask(client, 'POST', '/v3/balance/deposit-INR/INR', {
        bank_id: me.bank,
        amount,
        transaction_id: transferId(),
        terms: true,
      });
    },
  },
  provider: {
    weight: 2,
    async run(client) {
      const { dice, run } = client;
      const begun = await ask(client, 'POST', '/v3/balance/deposit-INR/PAYSOFT', {
        amount: String(between(dice, 200, 2_000)),
      });
      if (!begun || dice() < 0.1) return;
      const outcome = pick(dice, ['paid', 'paid', 'declined', 'canceled']);
      const fields = new URLSearchParams({ ...(begun.fields as Record<string, string>), outcome });
      const url = `${run.world.exchange.url}/sandbox/pay/decide`;
      await fetch(url, { method: 'POST', body: fields, redirect: 'manual', signal: AbortSignal.timeout(15_000) }).catch(
        () => undefined,
      );
    },
  },
  withdrawByProvider: {
    weight: 2,
    async run(client) {
      const { dice, me } = client;
      const body = {
        amount: String(between(dice, 120, 1_500)),
        receiver: { account: `random.${me.place}` },
        ...(await factorOf(client)),
      };
      await confirm(client, await ask(client, 'POST', '/v3/balance/withdrawal-INR/PAYSOFT', body));
    },
  },
  payout: {
    weight: 2,
    run: (client) => decidePayout(client, client.dice() < 0.8 ? 'paid' : 'declined'),
  },
};
