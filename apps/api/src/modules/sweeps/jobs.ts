/** Jobs that look after the coins of the exchange on its networks. */
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Chains } from '../../chains/index.ts';
import { every, type Job } from '../../jobs/index.ts';
import { findNetworks } from '../deposits/index.ts';
import type { SignerClient } from '../signer/index.ts';
import { recordBalances } from './balances.ts';

const balancesMs = 120_000;

export interface SweepJobsDeps {
  pool: pg.Pool;
  signer: Pick<SignerClient, 'coldAddress'>;
  chains: Pick<Chains, 'chainOf'>;
  log: Pick<Logger, 'warn' | 'error'>;
}

export function sweepJobs(deps: SweepJobsDeps): Job[] {
  return [every(balancesMs, 'sweeps.balances', () => recordAllBalances(deps))];
}

/** One run over all networks: what is wrong with one holds up no other. */
export async function recordAllBalances({ pool, signer, chains, log }: SweepJobsDeps): Promise<void> {
  for (const network of await findNetworks(pool)) {
    const chain = chains.chainOf(network);
    if (!chain) continue;
    try {
      await recordBalances(pool, network, { chain, coldAddress: await signer.coldAddress(network.id) });
    } catch (error) {
      log.error({ err: error, network: network.key }, 'balances of a network could not be read; trying again');
    }
  }
}
