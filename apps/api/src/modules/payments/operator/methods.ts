/** Methods that operators add and change. What deposits are counted by stays as it is once there was one. */
import { DomainError } from '@pelican/shared/contracts';
import {
  type MethodField,
  type MethodPlace,
  type MethodValues,
  methodKeyProblem,
  methodProblems,
  percentDecimals,
  type TermValues,
  termNames,
  termProblems,
} from '@pelican/shared/contracts/payments';
import { parseBigUnits } from '@pelican/shared/money';
import { z } from 'zod';
import { isAddressOf } from '../../../chains/index.ts';
import { type OperatorAction, recordAct } from '../../../identity/index.ts';
import type { Queryable, Transaction } from '../../../platform/database/index.ts';
import { lockAllTerms } from '../open-terms.ts';
import { markMethodCompared, readFloor } from '../timeline.ts';
import { changedFields, demandFields, demandSame } from './fields.ts';

const values = z.object({
  name: z.string(),
  description: z.string(),
  tooltip: z.string(),
  contract: z.string(),
  decimals: z.number().nullable(),
  provider: z.string(),
});
const terms = z.record(z.enum(termNames), z.string());

const addPayload = values.extend({
  ticker: z.string(),
  kind: z.enum(['crypto', 'provider']),
  /** Of a coin; its key is the method's too. */
  network: z.string().nullable(),
  /** By which clients choose the form; of a coin the network's. */
  key: z.string(),
  deposit: terms,
  withdraw: terms,
});
type MethodAdded = z.infer<typeof addPayload>;

const changePayload = z.object({
  /** 'USDT:ETHEREUM' */
  method: z.string(),
  change: values.partial(),
  /** Of a request: what the one who approves changes. */
  before: values.partial().optional(),
});
type MethodChange = z.infer<typeof changePayload>;

/** Its deposits and withdrawals are closed until two operators open them. @throws DomainError invalid_argument */
export const addPaymentMethod: OperatorAction<MethodAdded, void> = {
  name: 'payments.add_method',
  permission: 'money',
  twoPersons: true,
  payload: addPayload,
  async run(tx, act, { ticker, kind, network: networkKey, key, deposit, withdraw, ...given }) {
    await lockAllTerms(tx);
    const asset = await findAsset(tx, ticker);
    const network = networkKey === null ? undefined : await findNetwork(tx, networkKey);
    const problems: Partial<Record<string, string>> = {};
    if (!asset) problems.ticker = 'There is no such currency';
    if ((kind === 'crypto') !== (network !== undefined)) problems.network = 'Choose the network of the coin';
    const place = { kind, networkKind: network?.kind, isNative: asset !== undefined && network?.nativeId === asset.id };
    Object.assign(problems, methodProblems(given, place), contractProblem(given, place));
    const wantedKey = network?.key ?? key;
    const keyProblem = methodKeyProblem(wantedKey);
    if (keyProblem !== undefined) problems.key = keyProblem;
    if (asset) {
      Object.assign(problems, wayProblems({ deposit, withdraw }, asset.scale));
      Object.assign(
        problems,
        await takenBy(tx, { assetId: asset.id, key: wantedKey, networkId: network?.id, contract: given.contract }),
      );
    }
    demandFields(problems);
    if (!asset) return;
    const method = { assetId: asset.id, key: wantedKey, kind, networkId: network?.id ?? null, ...given };
    const id = await insertMethod(tx, method);
    if (kind === 'provider') await markNewCompared(tx, id);
    for (const [action, way] of [
      ['deposit', deposit],
      ['withdraw', withdraw],
    ] as const)
      await insertClosedTerms(tx, { id, action, terms: way });
    await recordAct(tx, act, {
      action: 'payment_method.added',
      subject: `method:${ticker}:${wantedKey}`,
      details: { kind, network: network?.key ?? null, ...given, deposit, withdraw },
    });
  },
};

/** @throws DomainError not_found, invalid_argument, request_closed */
export const changePaymentMethod: OperatorAction<MethodChange, void> = {
  name: 'payments.change_method',
  permission: 'money',
  twoPersons: true,
  payload: changePayload,
  async bind(tx, { method, change }) {
    const { values: now } = await findMethod(tx, method);
    return { method, change, before: pickOf(now, change) };
  },
  async run(tx, act, { method, change, before: read }) {
    await lockAllTerms(tx);
    const { id, networkId, place, values: before } = await findMethod(tx, method);
    demandSame(read, pickOf(before, change), method);
    const after: MethodValues = { ...before, ...definedOf(change) };
    const names = changedFields(before, after);
    const problems: Partial<Record<MethodField, string>> = {
      ...methodProblems(after, place),
      ...contractProblem(after, place),
    };
    const counted = (['contract', 'decimals', 'provider'] as const).filter((name) => names.includes(name));
    if (counted.length > 0 && (await isUsed(tx, id, networkId)))
      for (const name of counted)
        problems[name] = 'There were deposits or withdrawals by it: what they were counted by stays';
    if (names.includes('contract'))
      Object.assign(problems, await takenBy(tx, { assetId: 0, key: '', networkId, contract: after.contract }));
    demandFields(problems);
    if (names.length === 0) throw new DomainError('invalid_argument', { message: 'Nothing would change.' });
    const { name, description, tooltip, contract, decimals, provider } = after;
    await tx.query(
      `UPDATE payment_methods SET name = $2, description = $3, tooltip = $4, contract = $5, decimals = $6, provider = $7 WHERE id = $1`,
      [id, name, description, tooltip, contract, decimals, provider],
    );
    await recordAct(tx, act, {
      action: 'payment_method.changed',
      subject: `method:${method}`,
      details: {
        before: Object.fromEntries(names.map((one) => [one, before[one]])),
        after: Object.fromEntries(names.map((one) => [one, after[one]])),
      },
    });
  },
};

/** Capitals and small letters together are a checksum. */
function contractProblem(
  { contract }: MethodValues,
  { networkKind }: MethodPlace,
): Partial<Record<MethodField, string>> {
  if (networkKind !== 'evm' || contract === '' || isAddressOf('evm', contract)) return {};
  return { contract: 'Not an address of a contract: check its digits, or write it in small letters' };
}

function wayProblems(ways: Record<'deposit' | 'withdraw', TermValues>, scale: number): Record<string, string> {
  return Object.fromEntries(
    Object.entries(ways).flatMap(([way, wanted]) =>
      Object.entries(termProblems(wanted, scale)).map(([name, text]) => [`${way}.${name}`, text]),
    ),
  );
}

function definedOf(change: MethodChange['change']): Partial<MethodValues> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

function pickOf(now: MethodValues, change: MethodChange['change']): MethodChange['change'] {
  return Object.fromEntries(Object.keys(definedOf(change)).map((name) => [name, now[name as keyof MethodValues]]));
}

async function findAsset(db: Queryable, ticker: string): Promise<{ id: number; scale: number } | undefined> {
  const { rows } = await db.query<{ id: number; scale: number }>('SELECT id, scale FROM assets WHERE ticker = $1', [
    ticker,
  ]);
  return rows[0];
}

interface FoundNetwork {
  id: number;
  key: string;
  kind: NonNullable<MethodPlace['networkKind']>;
  nativeId: number;
}

async function findNetwork(db: Queryable, key: string): Promise<FoundNetwork | undefined> {
  const { rows } = await db.query<FoundNetwork>(
    'SELECT id, key, kind, native_asset_id AS "nativeId" FROM networks WHERE key = $1',
    [key],
  );
  return rows[0];
}

/** A contract is known in any spelling of its letters: one asset alone is credited for it. */
async function takenBy(
  db: Queryable,
  {
    assetId,
    key,
    networkId,
    contract,
  }: { assetId: number; key: string; networkId: number | null | undefined; contract: string },
): Promise<Partial<Record<MethodField, string>>> {
  const { rows } = await db.query<{ isKey: boolean; ticker: string }>(
    `SELECT method.asset_id = $1 AND method.key = $2 AS "isKey", asset.ticker FROM payment_methods method
      JOIN assets asset ON asset.id = method.asset_id
      WHERE (method.asset_id = $1 AND method.key = $2) OR (method.network_id = $3 AND lower(method.contract) = lower($4))`,
    [assetId, key, networkId ?? null, contract],
  );
  const problems: Partial<Record<MethodField, string>> = {};
  for (const { isKey, ticker } of rows) {
    if (isKey) problems.key = `${ticker} has a method of this key`;
    else problems.contract = `It is that of ${ticker} on this network`;
  }
  return problems;
}

interface NewMethod extends MethodValues {
  assetId: number;
  key: string;
  kind: 'crypto' | 'provider';
  networkId: number | null;
}

async function insertMethod(tx: Transaction, method: NewMethod): Promise<number> {
  const { assetId, key, kind, networkId, contract, decimals, name, description, tooltip, provider } = method;
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO payment_methods (id, asset_id, key, kind, network_id, contract, decimals, name, description, tooltip, provider, position)
      SELECT coalesce(max(id), 0) + 1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce(max(position), 0) + 1 FROM payment_methods
      RETURNING id`,
    [assetId, key, kind, networkId, contract, decimals, name, description, tooltip, provider],
  );
  return rows[0]?.id ?? 0;
}

/** Nothing was paid by a method before there was one: after a restore there is nothing of it to compare. A network is compared by itself. */
async function markNewCompared(tx: Transaction, id: number): Promise<void> {
  const floor = await readFloor(tx);
  // A restore that the worker has not met yet is compared like each other one.
  if (floor !== undefined) await markMethodCompared(tx, id, floor);
}

async function insertClosedTerms(
  tx: Transaction,
  { id, action, terms: way }: { id: number; action: 'deposit' | 'withdraw'; terms: TermValues },
): Promise<void> {
  await tx.query(
    `INSERT INTO payment_terms (method_id, action, enabled, amount_min, amount_max, amount_day, amount_review, fee_fixed, fee_ppm, fee_min,
        fee_max, two_person_amount, operator_day_amount) VALUES ($1, $2, false, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      action,
      ...termNames.map((name) =>
        name === 'feePercent' ? Number(parseBigUnits(way.feePercent, percentDecimals)) : way[name],
      ),
    ],
  );
}

interface FoundMethod {
  id: number;
  networkId: number | null;
  place: MethodPlace;
  values: MethodValues;
}

/** @throws DomainError not_found */
async function findMethod(tx: Queryable, method: string): Promise<FoundMethod> {
  type Row = MethodValues & MethodPlace & { id: number; networkId: number | null };
  const { rows } = await tx.query<Row>(
    `SELECT method.id, method.network_id AS "networkId", method.kind, network.kind AS "networkKind",
        network.native_asset_id IS NOT DISTINCT FROM method.asset_id AS "isNative", method.name, description, tooltip, contract, decimals, provider
      FROM payment_methods method JOIN assets asset ON asset.id = asset_id LEFT JOIN networks network ON network.id = network_id
      WHERE asset.ticker || ':' || method.key = $1 FOR UPDATE OF method`,
    [method],
  );
  const [found] = rows;
  if (!found) throw new DomainError('not_found', { message: `There is no method ${method}.` });
  const { id, networkId, kind, networkKind, isNative, ...known } = found;
  return { id, networkId, place: { kind, networkKind: networkKind ?? undefined, isNative }, values: known };
}

/** Whether there was a payment by a method, a transfer of nobody, or a saved receiver: the database's own rule (decision 173). SQL of `method`. */
export const isCounted = 'is_method_counted(method)';

/** The watcher writes deposits under the lock of its cursor, and requests take the lock of terms: nothing comes between this and the commit. */
async function isUsed(tx: Transaction, id: number, networkId: number | null): Promise<boolean> {
  await tx.query('SELECT FROM chain_cursors WHERE network_id = $1 FOR UPDATE', [networkId]);
  const { rows } = await tx.query<{ found: boolean }>(
    `SELECT ${isCounted} AS found FROM payment_methods method WHERE id = $1`,
    [id],
  );
  return rows[0]?.found ?? true;
}
