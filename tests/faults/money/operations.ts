/** What a client of the random run does next: one operation by its dice, answered or refused. */
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../../support/second-factors.ts';
import type { Person, World } from './people.ts';

/** Between 0 and 1, the same for the same seed. */
export type Dice = () => number;

/** mulberry32 */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Run {
  world: World;
  /** Where the perpetual market may be traded in, in ticks of 0.0001. */
  middle: number;
  /** Whole texts of transfer codes that are open, and ids of invoices that are. */
  openCodes: string[];
  openInvoices: string[];
  /** Answers that no call should get. */
  faults: string[];
  /** Operations by their names, and the calls that have changed something. */
  counts: Map<string, number>;
  done: Map<string, number>;
}

export interface Client {
  run: Run;
  me: Person;
  dice: Dice;
}

type Body = Record<string, unknown>;
const codeWaitMsMax = 2_000;
let transfers = 0;

const pick = <Value>(dice: Dice, values: readonly Value[]): Value =>
  values[Math.floor(dice() * values.length)] as Value;
const between = (dice: Dice, low: number, high: number) => low + Math.floor(dice() * (high - low + 1));
const take = <Value>(dice: Dice, values: Value[]): Value | undefined =>
  values.splice(Math.floor(dice() * values.length), 1)[0];
/** The bank's own reference of a transfer. */
const transferId = () => String(600_000_000_000 + transfers++);

/** @returns the body of a success; undefined for a refusal, and where no answer came */
async function ask(
  { run, me }: Client,
  method: string,
  path: string,
  body?: unknown,
  by = me.session,
): Promise<Body | undefined> {
  const answer = await by.send(method, path, body, { 'idempotency-key': `${me.place}-${transfers++}` });
  if (!answer) {
    // A part is away: not the moment to call as fast as possible.
    await delay(100);
    return undefined;
  }
  if (answer.status === 500)
    run.faults.push(`${method} ${path} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`);
  if (answer.status === 503 || answer.status === 429) await delay(50);
  if (answer.status >= 300) return undefined;
  if (method !== 'GET') {
    const name = path.replace(/(invoices?\/).+/, '$1*').replaceAll(/\/\d+/g, '/*');
    run.done.set(name, (run.done.get(name) ?? 0) + 1);
  }
  return answer.body;
}

/** The code of the newest message of a kind, once it is written. */
async function codeOfMail({ run, me }: Client, kind: string): Promise<string | undefined> {
  const until = Date.now() + codeWaitMsMax;
  while (Date.now() < until) {
    const { rows } = await run.world.database
      .query<{ code: string | null }>(
        `SELECT coalesce(notice.payload ->> 'code', substring(message.text FROM '\\m\\d{6}\\M')) AS code
          FROM notices notice LEFT JOIN messages message ON message.notice_id = notice.id
          WHERE notice.user_id = $1 AND notice.kind = $2 ORDER BY notice.id DESC LIMIT 1`,
        [me.userId, kind],
      )
      .catch(() => ({ rows: [] }));
    if (rows[0]?.code) return rows[0].code;
    await delay(50);
  }
  return undefined;
}

async function factorOf({ run, me }: Client): Promise<Body> {
  await run.world.database
    .query('UPDATE second_factors SET last_step = NULL WHERE user_id = $1', [me.userId])
    .catch(() => undefined);
  return { factor: 'totp', code: codeOf(me.secret) };
}

async function confirm(client: Client, withdrawal: Body | undefined): Promise<void> {
  const { me, dice } = client;
  if (!withdrawal) return;
  const id = Number(withdrawal.id);
  me.withdrawals.push(id);
  if (dice() < 0.2) return;
  const code = await codeOfMail(client, 'withdrawal_code_by_mail');
  if (code !== undefined) await ask(client, 'POST', '/confirmWithdraw', { id, code });
}

/** One of a page that an operator looks at. */
async function firstOf(client: Client, path: string): Promise<Body | undefined> {
  const { run, dice } = client;
  const page = await ask(client, 'GET', path, undefined, run.world.operator);
  const rows = (page?.result ?? []) as Body[];
  return rows.length === 0 ? undefined : pick(dice, rows);
}

const operations: Record<string, { weight: number; run(client: Client): Promise<unknown> }> = {
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
  codeCreate: {
    weight: 3,
    async run(client) {
      const { dice, me, run } = client;
      const wanted = {
        ticker: pick(dice, ['USDT', 'INR']),
        amount: String(between(dice, 1, 9)),
        ...(await factorOf(client)),
      };
      const made = await ask(client, 'POST', '/v2/profile/code/create', wanted);
      if (!made || made.repeated) return;
      me.codes.push(Number(made.id));
      run.openCodes.push(String(made.code));
    },
  },
  codeApply: {
    weight: 2,
    async run(client) {
      const code = take(client.dice, client.run.openCodes);
      if (code !== undefined) await ask(client, 'POST', '/v2/profile/code/apply', { code });
    },
  },
  codeDelete: {
    weight: 1,
    async run(client) {
      const id = take(client.dice, client.me.codes);
      if (id !== undefined) await ask(client, 'POST', '/v2/profile/code/delete', { id });
    },
  },
  invoice: {
    weight: 2,
    async run(client) {
      const wanted = { ticker: 'INR', amount: String(between(client.dice, 100, 900)) };
      const made = await ask(client, 'POST', '/v3/invoices', wanted);
      if (!made) return;
      client.me.invoices.push(String(made.id));
      client.run.openInvoices.push(String(made.id));
    },
  },
  invoicePay: {
    weight: 2,
    async run(client) {
      const id = take(client.dice, client.run.openInvoices);
      if (id === undefined || !(await ask(client, 'POST', `/makeinnerinvoice/${id}`, {}))) return;
      const code = await codeOfMail(client, 'invoice_code');
      if (code === undefined) return;
      const { factor, code: shown } = await factorOf(client);
      await ask(client, 'POST', `/confirminnerinvoice/${id}`, { code, factor, factor_code: shown });
    },
  },
  invoiceCancel: {
    weight: 1,
    async run(client) {
      const id = take(client.dice, client.me.invoices);
      if (id !== undefined) await ask(client, 'DELETE', `/v3/invoices/${id}`);
    },
  },
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
};

const names = Object.entries(operations).flatMap(([name, { weight }]) => Array<string>(weight).fill(name));

/** Does one operation, and counts it. */
export async function doNext(client: Client): Promise<void> {
  const name = pick(client.dice, names);
  await operations[name]?.run(client);
  const { counts } = client.run;
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
