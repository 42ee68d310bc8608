/** Sweeps on an EVM network: rules, and the runs of the worker that move coins. */
import type { Chain } from '@pelican/api/src/chains/index.ts';
import type { SignerClient } from '@pelican/api/src/modules/signer/index.ts';
import { moveNetworks, recordAllBalances } from '@pelican/api/src/modules/sweeps/jobs.ts';
import type pg from 'pg';
import { type EvmTestNetwork, evmNetworkId } from './evm-network.ts';
import { evmChain } from './evm-payouts.ts';
import type { TestApi } from './test-api.ts';
import { assetId } from './transfer-codes.ts';

export async function setSweepRule(
  api: { parts: Pick<TestApi['parts'], 'pool'> },
  ticker: string,
  { minimum = '0.1', target = '0', max = '1000000' }: { minimum?: string; target?: string; max?: string } = {},
): Promise<void> {
  await api.parts.pool.query(
    `INSERT INTO sweep_rules (network_id, asset_id, minimum, hot_target, hot_max) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (network_id, asset_id) DO UPDATE SET minimum = EXCLUDED.minimum, hot_target = EXCLUDED.hot_target, hot_max = EXCLUDED.hot_max`,
    [evmNetworkId, await assetId(api, ticker), minimum, target, max],
  );
}

export interface SweepRow {
  id: number;
  kind: string;
  state: string;
  problem: string | null;
  keyIndex: number;
  nonces: number[];
}

export async function sweepRows(pool: pg.Pool): Promise<SweepRow[]> {
  const { rows } = await pool.query<SweepRow>(
    `SELECT id::int AS id, kind, state, problem, key_index::float8 AS "keyIndex",
       ARRAY(SELECT nonce::int FROM signed_sweeps WHERE sweep_id = id ORDER BY place) AS nonces FROM sweeps ORDER BY id`,
  );
  return rows;
}

/** One run of the worker: balances, then moves. @returns what it has logged */
export async function runSweeps(
  { workerPool, ...network }: EvmTestNetwork,
  { chain, signer }: { chain?: Chain; signer?: SignerClient } = {},
): Promise<string[]> {
  const logged: string[] = [];
  const log = (facts: object, text: string) =>
    void logged.push(`${JSON.stringify(facts, (_key, one) => (one instanceof Error ? inWords(one) : one))} ${text}`);
  const used = chain ?? evmChain(network.anvil.url);
  const deps = {
    pool: workerPool,
    signer: signer ?? network.signer,
    chains: { chainOf: ({ kind }: { kind: string }) => (kind === 'evm' ? used : undefined) },
    log: { warn: log, error: log } as never,
  };
  await recordAllBalances(deps);
  await moveNetworks(deps);
  return logged;
}

const inWords = (error: Error): string =>
  error instanceof AggregateError ? `${error.message}: ${error.errors.map(String).join('; ')}` : String(error);
