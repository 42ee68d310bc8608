/** Jobs that look after the coins of the exchange on its networks. */
import type { Chains } from '../../chains/index.ts';
import { every, type Job } from '../../jobs/index.ts';
import { findNetworks } from '../deposits/index.ts';
import { recordBalances, recordOutputs } from './balances.ts';
import { moveNetwork } from './move-network.ts';
import type { SweepDeps } from './sweep-deps.ts';

const balancesMs = 120_000;
const movesMs = 5_000;

export interface SweepJobsDeps extends SweepDeps {
  /** Networks that it does not speak to are left alone. */
  chains: Pick<Chains, 'chainOf'>;
}

export function sweepJobs(deps: SweepJobsDeps): Job[] {
  return [
    every(balancesMs, 'sweeps.balances', () => recordAllBalances(deps)),
    every(movesMs, 'sweeps.move', () => moveNetworks(deps)),
  ];
}

/** One run over all networks: what is wrong with one holds up no other. */
export async function recordAllBalances({ pool, signer, chains, log }: SweepJobsDeps): Promise<void> {
  for (const network of await findNetworks(pool)) {
    const chain = chains.chainOf(network);
    if (!chain && network.kind !== 'bitcoin') continue;
    try {
      if (chain) await recordBalances(pool, network, { chain, coldAddress: await signer.coldAddress(network.id) });
      else await recordOutputs(pool, network);
    } catch (error) {
      log.error({ err: error, network: network.key }, 'balances of a network could not be read; trying again');
    }
  }
}

/** One run over all networks. */
export async function moveNetworks(deps: SweepJobsDeps): Promise<void> {
  for (const network of await findNetworks(deps.pool)) {
    const chain = deps.chains.chainOf(network);
    if (!chain) continue;
    await moveNetwork(deps, network, chain).catch((error: unknown) =>
      deps.log.error({ err: error, network: network.key }, 'coins of a network could not be swept; trying again'),
    );
  }
}
