/** Jobs that look after the coins of the exchange on its networks. */
import type { Chains } from '../../chains/index.ts';
import type { Job } from '../../jobs/index.ts';
import { eachNetwork, everyForNetworks } from '../deposits/index.ts';
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
    everyForNetworks({ everyMs: balancesMs, name: 'sweeps.balances', log: deps.log }, (busy) =>
      recordAllBalances(deps, busy),
    ),
    everyForNetworks({ everyMs: movesMs, name: 'sweeps.move', log: deps.log }, (busy) => moveNetworks(deps, busy)),
  ];
}

/** One run over all networks: what is wrong with one holds up no other. */
export function recordAllBalances(
  { pool, signer, chains, log }: SweepJobsDeps,
  busy = new Set<number>(),
): Promise<void> {
  const failed = 'balances of a network could not be read; trying again';
  return eachNetwork({ pool, log, failed, busy }, async (network) => {
    const chain = chains.chainOf(network);
    if (chain) await recordBalances(pool, network, { chain, coldAddress: await signer.coldAddress(network.id) });
    else if (network.kind === 'bitcoin') await recordOutputs(pool, network);
  });
}

/** One run over all networks. */
export function moveNetworks(deps: SweepJobsDeps, busy = new Set<number>()): Promise<void> {
  const { pool, log } = deps;
  const failed = 'coins of a network could not be swept; trying again';
  return eachNetwork({ pool, log, failed, busy }, async (network) => {
    const chain = deps.chains.chainOf(network);
    if (chain) await moveNetwork(deps, network, chain);
  });
}
