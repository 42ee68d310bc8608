/** Approved withdrawals on a network of the Bitcoin family, and the runs that pay them. */
import { randomUUID } from 'node:crypto';
import { type OutputChain, openChains } from '@pelican/api/src/chains/index.ts';
import { payNetworks } from '@pelican/api/src/modules/payouts/jobs.ts';
import type { SignerClient } from '@pelican/api/src/modules/signer/index.ts';
import { holdMoney } from '@pelican/api/src/modules/withdrawals/money.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import {
  type BitcoinTestNetwork,
  bitcoinConfirmations,
  bitcoinNetworkId,
  bitcoinNetworksAt,
} from './bitcoin-network.ts';
import { credit } from './ledger-users.ts';
import type { TestApi, TestUser } from './test-api.ts';
import { assetId } from './transfer-codes.ts';

/** An approved withdrawal, of which its receiver gets 0.1 less than the amount. */
export async function approveWithdrawal(
  api: TestApi,
  user: TestUser,
  { address, amount = '1.1' }: { address: string; amount?: string },
): Promise<number> {
  const asset = await assetId(api, 'LTC');
  await credit(api.parts.pool, { userId: user.id, assetId: asset, amount });
  return inTransaction(api.parts.pool, async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `INSERT INTO withdrawals (user_id, asset_id, method_id, amount, fee, usd_value, status, idempotency_key, address, confirmed_at)
       SELECT $1, $2, id, $6, 0.1, 1, 11, $3, $4, now() FROM payment_methods WHERE asset_id = $2 AND network_id = $5 RETURNING id`,
      [user.id, asset, randomUUID(), address, bitcoinNetworkId, amount],
    );
    const id = Number(rows[0]?.id);
    await holdMoney(tx, { id, userId: user.id, assetId: asset, amount });
    return id;
  });
}

/** The network's chain, as the worker has it. */
export function bitcoinChain({ node, script }: Pick<BitcoinTestNetwork, 'node' | 'script'>): OutputChain {
  const network = {
    id: bitcoinNetworkId,
    key: 'LITECOIN',
    kind: 'bitcoin',
    chainId: null,
    chainName: 'litecoin-regtest',
    addressType: script,
  } as const;
  const bitcoin = bitcoinNetworksAt(node.url, script);
  return openChains({ evm: new Map(), bitcoin }).outputChainOf(network) as OutputChain;
}

/** One run of the worker, after the watcher has read all blocks. @returns what it has logged */
export async function runPayouts(
  network: BitcoinTestNetwork,
  { chain, signer }: { chain?: OutputChain; signer?: SignerClient } = {},
): Promise<string[]> {
  await network.watch();
  const logged: string[] = [];
  const log = (facts: object, text: string) =>
    void logged.push(`${JSON.stringify(facts, (_key, one) => (one instanceof Error ? String(one) : one))} ${text}`);
  const used = chain ?? bitcoinChain(network);
  await payNetworks({
    pool: network.workerPool,
    signer: signer ?? network.signer,
    chains: { chainOf: () => undefined, outputChainOf: ({ kind }) => (kind === 'bitcoin' ? used : undefined) },
    sandbox: undefined,
    log: { warn: log, error: log } as never,
  });
  return logged;
}

/** Outputs of these amounts at the hot address, with their confirmations. */
export async function fundHotAddress(network: BitcoinTestNetwork, amounts: readonly string[]): Promise<void> {
  const hot = await network.hotAddress();
  for (const amount of amounts) await network.node.send(hot, amount);
  await network.mine(bitcoinConfirmations);
}
