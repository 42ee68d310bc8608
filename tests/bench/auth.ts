/**
 * npm run bench -- auth [--people N] [--rate N] [--rounds N]
 *
 * How many people sign in and refresh their tokens in a second, and what orders feel of it: the time until POST /v2/order is
 * acknowledged, quiet and while 200 people sign in at once, in turns of four seconds. The last line is JSON; p99Ms is that of a sign-in.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { hashPassword } from '@pelican/api/src/identity/index.ts';
import pg from 'pg';
import type { Activity, PeopleReport } from './auth/people.ts';
import { startOrders } from './pipeline/even-orders.ts';
import { seed } from './pipeline/seed.ts';
import { startStack } from './pipeline/stack.ts';
import { percentile, round } from './shared/percentile.ts';

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '200' },
    rate: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '4' },
  },
});
const phaseMs = 4_000;
const warmUpMs = 6_000;
const links = 16;
const password = 'Bench#2026pass';
/** People come from an address each, as the proxy says. */
const limits = { AUTH_REQUESTS_PER_MINUTE_PER_IP: '100000000', TRUSTED_PROXIES: '127.0.0.1' };

async function main(): Promise<void> {
  const stack = await startStack(limits);
  try {
    const traders = await seed(stack, links);
    const emails = await insertPeople(stack.databaseUrl, Number(values.people));
    await stack.startApi();
    const people = fork(path.join(import.meta.dirname, 'auth/people.ts'));
    people.send({ port: stack.port, emails, password });
    await once(people, 'message');
    /** @returns what they did since the last call */
    const set = async (activity: Activity): Promise<PeopleReport> => {
      people.send({ activity });
      return (await once(people, 'message'))[0] as PeopleReport;
    };
    const orders = await startOrders(stack.port, traders, Number(values.rate));
    await delay(warmUpMs);
    // The code of a sign-in is compiled while it runs for the first time, as that of an order is.
    await set('signing in');
    await delay(phaseMs);
    await set('nothing');
    await delay(phaseMs / 4);
    const quiet: number[] = [];
    const loaded: number[] = [];
    const signIns: PeopleReport[] = [];
    const refreshes: PeopleReport[] = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      orders.into(quiet);
      await delay(phaseMs);
      orders.into(loaded);
      await set('signing in');
      await delay(phaseMs);
      signIns.push(await set('nothing'));
      orders.into([]);
      await delay(phaseMs / 4);
      await set('refreshing');
      await delay(phaseMs / 2);
      refreshes.push(await set('nothing'));
      await delay(phaseMs / 4);
    }
    orders.stop();
    people.kill();
    process.stdout.write(`${JSON.stringify(summary(quiet, loaded, signIns, refreshes))}\n`);
  } finally {
    await stack.stop();
  }
}

/** Accounts that have never signed in, and so are asked for nothing but the password. */
async function insertPeople(databaseUrl: string, count: number): Promise<string[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ email: string }>(
    `INSERT INTO users (email, password_hash, nickname)
     SELECT 'person' || n || '@bench.test', $2, 'person' || n FROM generate_series(1, $1::int) n RETURNING email`,
    [count, await hashPassword(password)],
  );
  await client.end();
  return rows.map(({ email }) => email);
}

function summary(quiet: number[], loaded: number[], signIns: PeopleReport[], refreshes: PeopleReport[]) {
  const figures = (list: number[]) => ({
    orders: list.length,
    p50: percentile(list, 0.5),
    p99: percentile(list, 0.99),
  });
  const [quietMs, loadedMs] = [figures(quiet), figures(loaded)];
  const total = (reports: PeopleReport[], of: (report: PeopleReport) => number) =>
    reports.reduce((sum, report) => sum + of(report), 0);
  const phaseSeconds = (phaseMs * signIns.length) / 1000;
  return {
    bench: 'auth',
    loginsPerSecond: round(total(signIns, (report) => report.signIns) / phaseSeconds),
    refreshesPerSecond: round(total(refreshes, (report) => report.refreshes) / (phaseSeconds / 2)),
    p99Ms: percentile(
      signIns.flatMap(({ signInMs }) => signInMs),
      0.99,
    ),
    orderP99Ratio: round(loadedMs.p99 / quietMs.p99),
    quietMs,
    loadedMs,
    toldToComeBack: total(signIns, (report) => report.later),
  };
}

await main();
