/** Jobs of deposits: the watcher of each network that this deployment speaks to, and its addresses. */
import type { Logger } from 'pino';
import type { ChainReader } from '../../chains/index.ts';
import type { Job } from '../../jobs/index.ts';
import { ensureFloor } from '../payments/index.ts';
import { type AddressMakerDeps, addressMaker } from './address-maker.ts';
import { readCursor, startCursor } from './cursor.ts';
import { eachNetwork, everyForNetworks } from './each-network.ts';
import type { WatchedNetwork } from './networks.ts';
import { makeSpareAddresses, watchLostAddresses } from './spare-addresses.ts';
import { watchNetwork } from './watch.ts';

const intervalMs = 1_000;
/** Turns of one run: after a week without a watcher the others wait for the next run. */
const turnsMax = 20;

export interface DepositJobsDeps extends AddressMakerDeps {
  log: Pick<Logger, 'warn' | 'error'>;
}

export function depositJobs(deps: DepositJobsDeps): Job[] {
  return [
    everyForNetworks({ everyMs: intervalMs, name: 'deposits.watch', log: deps.log }, (busy) =>
      watchNetworks(deps, busy),
    ),
  ];
}

/** One run over all networks: what is wrong with one holds up no other. */
export async function watchNetworks(deps: DepositJobsDeps, busy = new Set<number>()): Promise<void> {
  const { pool, log, chains } = deps;
  await ensureFloor(pool);
  await eachNetwork({ pool, log, failed: 'a network could not be read; trying again', busy }, async (network) => {
    const chain = chains.chainOf(network) ?? chains.outputChainOf(network);
    if (chain) await followNetwork(deps, network, chain);
  });
}

async function followNetwork(deps: DepositJobsDeps, network: WatchedNetwork, chain: ChainReader): Promise<void> {
  const { pool, signer } = deps;
  if (!(await readCursor(pool, network.id))) {
    const [hotAddress = ''] = await signer.addresses(network.id, [0]);
    await startCursor(pool, network.id, await chain.head(), hotAddress);
  }
  const makeAddresses = addressMaker(deps, network);
  await watchLostAddresses(pool, network.id, makeAddresses);
  for (let turn = 0; turn < turnsMax; turn += 1) if (!(await watchNetwork(deps, network, chain))) break;
  // Last: without a signer deposits to the addresses that exist are credited all the same.
  await makeSpareAddresses(pool, network.id, makeAddresses);
}
