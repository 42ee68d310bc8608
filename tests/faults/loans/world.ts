/** Loans on an exchange that runs: switched on, with people who can pledge, operators of whom it takes two, and buyers of pledges. */
import { demoPassword } from '@pelican/api/src/demo/users.ts';
import { hashPassword } from '@pelican/api/src/identity/index.ts';
import { createPool } from '@pelican/api/src/platform/database/index.ts';
import { createLogger } from '@pelican/api/src/platform/log/index.ts';
import { writeDeployment } from '@pelican/prisma/write-deployment.ts';
import type { CurrencyList } from '@pelican/shared/contracts/loans';
import { until } from '../../../scripts/services/process.ts';
import { ApiSession } from '../../support/api-session.ts';
import type { RunningExchange } from '../../support/exchange.ts';
import { credit } from '../../support/ledger-users.ts';
import { makeTestOperator } from '../../support/operators.ts';
import { HttpSession } from '../http-session.ts';
import type { World } from '../money/people.ts';
import { byTwo } from './deciding.ts';
import { type Indexes, indexesOf } from './index-moves.ts';
import { pledges } from './requests.ts';
import type { LoanRun } from './run.ts';
import { recordStates } from './states.ts';

const operatorsCount = 6;
const money = { USDT: '30000', BTC: '1', ETH: '30', SOL: '600' };

async function currencies({ url }: RunningExchange): Promise<CurrencyList> {
  return (await (await fetch(`${url}/p2p/currency-list`)).json()) as CurrencyList;
}

/** Of coins in USDT; zero while there is none. */
async function readIndexes(exchange: RunningExchange): Promise<Record<string, number>> {
  const { crypto } = await currencies(exchange);
  const priceOf = (wanted: string) => {
    const { pairs = [] } = crypto.find(({ ticker }) => ticker === wanted) ?? {};
    const pair = pairs.find((one) => one.fiat_currency === 'USDT');
    return pair?.fresh ? Number(pair.price) : 0;
  };
  return Object.fromEntries(pledges.map((ticker) => [ticker, priceOf(ticker)]));
}

async function newOperator({ exchange, database }: World, passwordHash: string, place: number): Promise<HttpSession> {
  const email = `judge${place}@demo.local`;
  const { rows } = await database.query<{ id: string }>(
    'INSERT INTO users (email, password_hash, nickname) VALUES ($1, $2, $3) RETURNING id',
    [email, passwordHash, `judge${place}`],
  );
  await makeTestOperator(database, { id: Number(rows[0]?.id), email });
  // Outside of this demo it would be asked for at each sign-in.
  await database.query('DELETE FROM second_factors WHERE user_id = $1', [rows[0]?.id]);
  return HttpSession.signIn(exchange.url, email);
}

export interface LoanWorld {
  run: LoanRun;
  indexes: Indexes;
  close(): Promise<void>;
}

export async function openLoanWorld(world: World, databaseUrl: string): Promise<LoanWorld> {
  const { exchange, people } = world;
  await until('loans are switched on', async () => !(await currencies(exchange)).block_create, 60_000);
  await until(
    'there are indexes',
    async () => Object.values(await readIndexes(exchange)).every((index) => index > 0),
    60_000,
  );
  const indexes = indexesOf(world.operator, await readIndexes(exchange));
  const database = createPool({ databaseUrl, databasePoolMax: 8 }, createLogger('silent', 'worker'));
  await recordStates(database);
  const { rows: assets } = await database.query<{ id: number; ticker: string }>('SELECT id, ticker FROM assets');
  for (const { userId } of people)
    for (const { id, ticker } of assets) {
      const amount = money[ticker as keyof typeof money];
      if (amount !== undefined) await credit(database, { userId, assetId: id, amount });
    }
  const passwordHash = await hashPassword(demoPassword);
  const operators: HttpSession[] = [];
  for (let place = 0; place < operatorsCount; place++) operators.push(await newOperator(world, passwordHash, place));
  await writeDeployment(databaseUrl, { twoPersons: true, production: false, isDemo: true });
  const run: LoanRun = {
    world,
    faults: [],
    counts: new Map(),
    done: new Map(),
    refusals: new Map(),
    offers: [],
    loans: [],
    operators,
    database,
  };
  const topUp = { ticker: 'USDT', amount: '100000', reference: 'random loans' };
  if (!(await byTwo({ run, dice: Math.random }, 'compensation', 'p2p/compensation', topUp)))
    throw new Error(`nobody can be compensated: ${JSON.stringify([...run.refusals])}`);
  await buyPledges(exchange, indexes.start);
  return { run, indexes, close: () => database.end() };
}

/** Of BTC and ETH just below the index of the beginning; of SOL only where it falls to. */
async function buyPledges(exchange: RunningExchange, start: Readonly<Record<string, number>>): Promise<void> {
  const buyer = await ApiSession.signIn(exchange.url, 'maker@demo.local');
  // For more than all loans together, and less than one order may be of.
  const bids = { BTC: [0.985, 2_000_000], ETH: [0.985, 2_000_000], SOL: [0.29, 300_000] } as const;
  for (const [ticker, [share, total]] of Object.entries(bids)) {
    const price = (start[ticker] ?? 0) * share;
    await buyer.limit(`${ticker}_USDT`, 'buy', price.toFixed(ticker === 'BTC' ? 0 : 1), (total / price).toFixed(2));
  }
}
