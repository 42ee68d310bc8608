/** Networks that operators add and change. What their money is known by stays as it is once a network was read. */
import { DomainError } from '@pelican/shared/contracts';
import {
  type NetworkField,
  type NetworkValues,
  networkKeyProblem,
  networkKinds,
  networkProblems,
} from '@pelican/shared/contracts/payments';
import { z } from 'zod';
import { demandFiguresAsRead, type OperatorAction, recordAct } from '../../../identity/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { lockAllTerms } from '../open-terms.ts';
import { auditOf, changedFields, definedOf, demandFields, pickOf } from './fields.ts';
import { isNetworkCounted } from './network-view.ts';

const values = z.object({
  name: z.string(),
  kind: z.enum(networkKinds),
  chainId: z.number().nullable(),
  chainName: z.string().nullable(),
  addressType: z.string().nullable(),
  confirmations: z.number(),
  blockSeconds: z.number(),
  explorerTransaction: z.string(),
  explorerAddress: z.string(),
});

const addPayload = values.extend({
  /** 'ETHEREUM' */
  key: z.string(),
  /** The asset that its fees are paid in. */
  native: z.string(),
});
type NetworkAdded = z.infer<typeof addPayload>;

/** What says which chain a network is, and which addresses of it. */
const identifying = ['chainId', 'chainName', 'addressType'] as const;

/** Confirmations are a change of their own: `changeConfirmations`. */
const changedValues = values.omit({ kind: true, confirmations: true }).partial();
const changePayload = z.object({
  network: z.string(),
  change: changedValues,
  /** Figures as the operator has read them; of a request those that it replaces. */
  before: changedValues.optional(),
});
type NetworkChange = z.infer<typeof changePayload>;

/** Blocks are read as soon as the worker has a node of it; nothing is paid in or out before a method is open. @throws DomainError invalid_argument */
export const addNetwork: OperatorAction<NetworkAdded, void> = {
  name: 'payments.add_network',
  permission: 'money',
  twoPersons: true,
  payload: addPayload,
  async run(tx, act, wanted) {
    await lockAllTerms(tx);
    const { key, native, ...given } = wanted;
    const problems: Partial<Record<NetworkField, string>> = networkProblems(given);
    const keyProblem = networkKeyProblem(key);
    if (keyProblem !== undefined) problems.key = keyProblem;
    if (given.kind === 'sandbox') problems.kind = 'The sandbox is of the demo';
    const nativeId = await findAssetId(tx, native);
    if (nativeId === undefined) problems.native = 'There is no such currency';
    Object.assign(problems, await takenBy(tx, wanted));
    demandFields(problems);
    await tx.query(
      `INSERT INTO networks (id, key, name, kind, native_asset_id, chain_id, chain_name, address_type, confirmations, block_seconds,
          explorer_transaction, explorer_address, position)
        SELECT max(id) + 1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, max(position) + 1 FROM
          (SELECT id, position FROM networks UNION ALL SELECT 0, 0) AS known`,
      [
        key,
        given.name,
        given.kind,
        nativeId,
        ...columnsOf(given),
        given.confirmations,
        given.blockSeconds,
        ...linksOf(given),
      ],
    );
    await recordAct(tx, act, { action: 'network.added', subject: `network:${key}`, details: { native, ...given } });
  },
};

/** @throws DomainError not_found, invalid_argument, figures_changed */
export const changeNetwork: OperatorAction<NetworkChange, void> = {
  name: 'payments.change_network',
  permission: 'money',
  twoPersons: true,
  payload: changePayload,
  async bind(tx, { network, change }) {
    await lockAllTerms(tx);
    const { values: now } = await findNetwork(tx, network);
    return { network, change, before: pickOf(now, change) };
  },
  async run(tx, act, { network, change, before: read }) {
    await lockAllTerms(tx);
    const { id, isCounted, values: before } = await findNetwork(tx, network);
    demandFiguresAsRead(read, before);
    const after = { ...before, ...definedOf(change) };
    const names = changedFields(before, after);
    const problems: Partial<Record<NetworkField, string>> = networkProblems(after);
    for (const name of identifying)
      if (isCounted && names.includes(name))
        problems[name] = 'The network was read or used already: its addresses and payments are of this one';
    if (identifying.some((name) => names.includes(name)))
      Object.assign(problems, await takenBy(tx, { ...after, key: '' }));
    demandFields(problems);
    if (names.length === 0) throw new DomainError('invalid_argument', { message: 'Nothing would change.' });
    await tx.query(
      `UPDATE networks SET name = $2, chain_id = $3, chain_name = $4, address_type = $5, block_seconds = $6, explorer_transaction = $7,
          explorer_address = $8 WHERE id = $1`,
      [id, after.name, ...columnsOf(after), after.blockSeconds, ...linksOf(after)],
    );
    await recordAct(tx, act, {
      action: 'network.changed',
      subject: `network:${network}`,
      details: auditOf(before, after, names),
    });
  },
};

const columnsOf = ({ chainId, chainName, addressType }: NetworkValues) => [chainId, chainName, addressType];
const linksOf = ({ explorerTransaction, explorerAddress }: NetworkValues) => [explorerTransaction, explorerAddress];

type Identity = Pick<NetworkValues, (typeof identifying)[number]> & { key: string };

/**
 * Two rows of one chain would both read its blocks, and offer one coin by two names. A chain of the Bitcoin family may have a row for each form of
 * its addresses.
 */
async function takenBy(db: Queryable, { key, chainId, chainName, addressType }: Identity) {
  const problems: Partial<Record<NetworkField, string>> = {};
  const { rows } = await db.query<{ key: string; isChainId: boolean | null; isChain: boolean | null }>(
    `SELECT key, chain_id = $2 AS "isChainId", chain_name = $3 AND address_type = $4 AS "isChain" FROM networks
      WHERE key = $1 OR chain_id = $2 OR (chain_name = $3 AND address_type = $4)`,
    [key, chainId, chainName, addressType],
  );
  for (const row of rows) {
    if (row.key === key) problems.key = 'There is a network of this key';
    else if (row.isChainId) problems.chainId = `${row.key} has this chain id`;
    else if (row.isChain) problems.addressType = `${row.key} has this form of addresses of the chain`;
  }
  return problems;
}

async function findAssetId(db: Queryable, ticker: string): Promise<number | undefined> {
  const { rows } = await db.query<{ id: number }>('SELECT id FROM assets WHERE ticker = $1', [ticker]);
  return rows[0]?.id;
}

/** Locked. @throws DomainError not_found */
async function findNetwork(
  db: Queryable,
  key: string,
): Promise<{ id: number; isCounted: boolean; values: NetworkValues }> {
  const { rows } = await db.query<NetworkValues & { id: number; isCounted: boolean }>(
    `SELECT id, name, kind, chain_id::float8 AS "chainId", chain_name AS "chainName", address_type AS "addressType", confirmations,
        block_seconds AS "blockSeconds", explorer_transaction AS "explorerTransaction", explorer_address AS "explorerAddress", ${isNetworkCounted} AS "isCounted"
      FROM networks network WHERE key = $1 FOR UPDATE`,
    [key],
  );
  const [found] = rows;
  if (!found) throw new DomainError('not_found', { message: `There is no network ${key}.` });
  const { id, isCounted, ...known } = found;
  return { id, isCounted, values: known };
}
