/** Approved withdrawals on an EVM network, and the runs that pay them. */
import { randomUUID } from 'node:crypto';
import { type Chain, openChains } from '@pelican/api/src/chains/index.ts';
import { payNetworks } from '@pelican/api/src/modules/payouts/jobs.ts';
import type { SignerClient } from '@pelican/api/src/modules/signer/index.ts';
import { holdMoney } from '@pelican/api/src/modules/withdrawals/money.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type pg from 'pg';
import { parseEther } from 'viem';
import { type EvmTestNetwork, evmNetworkId, evmNetworksAt } from './evm-network.ts';
import { credit } from './ledger-users.ts';
import type { TestApi, TestUser } from './test-api.ts';
import { assetId } from './transfer-codes.ts';

/** An approved withdrawal of 1.1, of which its receiver gets 1. */
export async function approveWithdrawal(
  api: TestApi,
  user: TestUser,
  { address, ticker = 'ETH' }: { address: string; ticker?: string },
): Promise<number> {
  const asset = await assetId(api, ticker);
  await credit(api.parts.pool, { userId: user.id, assetId: asset, amount: '1.1' });
  return inTransaction(api.parts.pool, async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `INSERT INTO withdrawals (user_id, asset_id, method_id, amount, fee, usd_value, status, idempotency_key, address, confirmed_at)
       SELECT $1, $2, id, 1.1, 0.1, 1, 11, $3, $4, now() FROM payment_methods WHERE asset_id = $2 AND network_id = $5 RETURNING id`,
      [user.id, asset, randomUUID(), address, evmNetworkId],
    );
    const id = Number(rows[0]?.id);
    await holdMoney(tx, { id, userId: user.id, assetId: asset, amount: '1.1' });
    return id;
  });
}

/** As if the transactions of the withdrawal had been signed an hour ago. */
export async function ageSigned(pool: pg.Pool, id: number): Promise<void> {
  for (const table of ['signed_payouts', 'signed_replacements'])
    await pool.query(`UPDATE ${table} SET created_at = created_at - interval '1 hour' WHERE withdrawal_id = $1`, [id]);
}

export interface PayoutRow {
  status: number;
  problem: string | null;
  hash: string;
}

export async function payoutRow(pool: pg.Pool, id: number): Promise<PayoutRow> {
  const { rows } = await pool.query<PayoutRow>(
    'SELECT status, payout_problem AS problem, transaction_hash AS hash FROM withdrawals WHERE id = $1',
    [id],
  );
  return rows[0] as PayoutRow;
}

/** The network's chain, as the worker has it. */
export function evmChain(url: string): Chain {
  const network = { id: evmNetworkId, key: 'ETHEREUM', kind: 'evm', chainId: 31_337 } as const;
  return openChains({ evm: evmNetworksAt(url) }).chainOf(network) as Chain;
}

/** One run of the worker. @returns what it has logged */
export async function runPayouts(
  { workerPool, ...network }: EvmTestNetwork,
  { chain, signer }: { chain?: Chain; signer?: SignerClient } = {},
): Promise<string[]> {
  const logged: string[] = [];
  const log = (facts: object, text: string) =>
    void logged.push(`${JSON.stringify(facts, (_key, one) => (one instanceof Error ? String(one) : one))} ${text}`);
  const used = chain ?? evmChain(network.anvil.url);
  await payNetworks({
    pool: workerPool,
    signer: signer ?? network.signer,
    chains: { chainOf: ({ kind }) => (kind === 'evm' ? used : undefined), outputChainOf: () => undefined },
    sandbox: undefined,
    log: { warn: log, error: log } as never,
  });
  return logged;
}

/** What the hot address pays from. */
export async function fundHotAddress(network: EvmTestNetwork, ether = '1000'): Promise<void> {
  await network.anvil.client.setBalance({ address: await network.hotAddress(), value: parseEther(ether) });
}
