/** A client of the random run: its dice, and how it calls the exchange. */
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
  /** Answers that no call should get. */
  faults: string[];
  /** Operations by their names, and the calls that have changed something. */
  counts: Map<string, number>;
  done: Map<string, number>;
}

export interface MoneyRun extends Run {
  /** Where the perpetual market may be traded in, in ticks of 0.0001. */
  middle: number;
  /** Whole texts of transfer codes that are open, and ids of invoices that are. */
  openCodes: string[];
  openInvoices: string[];
}

export interface Client<Of extends Run = MoneyRun> {
  run: Of;
  me: Person;
  dice: Dice;
}

type Body = Record<string, unknown>;
const codeWaitMsMax = 2_000;
let transfers = 0;

export interface Operation<Of extends Run = MoneyRun> {
  /** How often it comes among the others. */
  weight: number;
  run(client: Client<Of>): Promise<unknown>;
}

/** @returns what does one of them by the client's dice, and counts it */
export function operationsOf<Of extends Run>(operations: Record<string, Operation<Of>>) {
  const names = Object.entries(operations).flatMap(([name, { weight }]) => Array<string>(weight).fill(name));
  return async (client: Client<Of>): Promise<void> => {
    const name = pick(client.dice, names);
    await operations[name]?.run(client);
    count(client.run.counts, name);
  };
}

export function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

export const pick = <Value>(dice: Dice, values: readonly Value[]): Value =>
  values[Math.floor(dice() * values.length)] as Value;
export const between = (dice: Dice, low: number, high: number) => low + Math.floor(dice() * (high - low + 1));
export const take = <Value>(dice: Dice, values: Value[]): Value | undefined =>
  values.splice(Math.floor(dice() * values.length), 1)[0];
/** The bank's own reference of a transfer. */
export const transferId = () => String(600_000_000_000 + transfers++);

/** @returns the body of a success; undefined for a refusal, and where no answer came */
export async function ask(
  { run, me }: Pick<Client<Run>, 'run' | 'me'>,
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
    count(run.done, name);
  }
  return answer.body;
}

/** The code of the newest message of a kind, once it is written. */
export async function codeOfMail({ run, me }: Client, kind: string): Promise<string | undefined> {
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

export async function factorOf({ run, me }: Client): Promise<Body> {
  await run.world.database
    .query('UPDATE second_factors SET last_step = NULL WHERE user_id = $1', [me.userId])
    .catch(() => undefined);
  return { factor: 'totp', code: codeOf(me.secret) };
}

export async function confirm(client: Client, withdrawal: Body | undefined): Promise<void> {
  const { me, dice } = client;
  if (!withdrawal) return;
  const id = Number(withdrawal.id);
  me.withdrawals.push(id);
  if (dice() < 0.2) return;
  const code = await codeOfMail(client, 'withdrawal_code_by_mail');
  if (code !== undefined) await ask(client, 'POST', '/confirmWithdraw', { id, code });
}

/** One of a page that an operator looks at. */
export async function firstOf(client: Client, path: string): Promise<Body | undefined> {
  const { run, dice } = client;
  const page = await ask(client, 'GET', path, undefined, run.world.operator);
  const rows = (page?.result ?? []) as Body[];
  return rows.length === 0 ? undefined : pick(dice, rows);
}
