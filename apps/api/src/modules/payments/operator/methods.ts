/** Methods that operators add and change. What deposits are counted by stays as it is once there was one. */
import { DomainError } from '@pelican/shared/contracts';
import {
  type MethodField,
  type MethodPlace,
  type MethodValues,
  methodKeyProblem,
  methodProblems,
  type TermValues,
  termNames,
  termProblems,
} from '@pelican/shared/contracts/payments';
import { z } from 'zod';
import { isAddressOf } from '../../../chains/index.ts';
import { demandFiguresAsRead, type OperatorAction, recordAct } from '../../../identity/index.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import { lockAllTerms } from '../open-terms.ts';
import { providerNameProblem } from '../provider-names.ts';
import { markMethodCompared, readFloor } from '../timeline.ts';
import { auditOf, changedFields, definedOf, demandFields, pickOf } from './fields.ts';
import { findAsset, findMethod, findNetwork, insertMethod, isUsed, takenBy } from './method-rows.ts';
import { insertClosedTerms } from './terms-rows.ts';

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
  /** Figures as the operator has read them; of a request those that it replaces. */
  before: values.partial().optional(),
});
type MethodChange = z.infer<typeof changePayload>;

/** What a restore has lost is added again within this time. */
const addedAgainDays = 30;

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
    Object.assign(problems, providerProblem(given), methodProblems(given, place), contractProblem(given, place));
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
      await insertClosedTerms(tx, { methodId: id, action, values: way });
    await recordAct(tx, act, {
      action: 'payment_method.added',
      subject: `method:${ticker}:${wantedKey}`,
      details: { kind, network: network?.key ?? null, ...given, deposit, withdraw },
    });
  },
};

/** @throws DomainError not_found, invalid_argument, figures_changed */
export const changePaymentMethod: OperatorAction<MethodChange, void> = {
  name: 'payments.change_method',
  permission: 'money',
  twoPersons: true,
  payload: changePayload,
  async bind(tx, { method, change }) {
    await lockAllTerms(tx);
    const { values: now } = await findMethod(tx, method);
    return { method, change, before: pickOf(now, change) };
  },
  async run(tx, act, { method, change, before: read }) {
    await lockAllTerms(tx);
    const { id, networkId, place, values: before } = await findMethod(tx, method);
    demandFiguresAsRead(read, before);
    const after: MethodValues = { ...before, ...definedOf(change) };
    const names = changedFields(before, after);
    const problems: Partial<Record<MethodField, string>> = {
      ...(names.includes('provider') ? providerProblem(after) : {}),
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
      details: auditOf(before, after, names),
    });
  },
};

function providerProblem({ provider }: MethodValues): Partial<Record<MethodField, string>> {
  const problem = providerNameProblem(provider);
  return problem === undefined ? {} : { provider: problem };
}

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

/**
 * Nothing was paid by a method before there was one: there is nothing of it to compare. One that is added soon after a restore may be one that was
 * lost with it: it is compared with its provider's statement. A network is compared by itself.
 */
async function markNewCompared(tx: Transaction, id: number): Promise<void> {
  const floor = await readFloor(tx);
  // A restore that the worker has not met yet is compared like each other one.
  if (floor === undefined) return;
  const { rowCount } = await tx.query(
    `SELECT FROM address_floors WHERE first_index = $1 AND created_at < now() - make_interval(days => ${addedAgainDays})`,
    [floor],
  );
  if (rowCount !== 0) await markMethodCompared(tx, id, floor);
}
