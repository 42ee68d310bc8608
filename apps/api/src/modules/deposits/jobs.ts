/** Jobs of deposits: the watcher of each network that this deployment speaks to, and its addresses. */
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Chain } from '../../chains/index.ts';
import { every, type Job } from '../../jobs/index.ts';
import type { SignerClient } from '../signer/index.ts';
import { ensureFloor } from './address-floors.ts';
import { readCursor, startCursor } from './cursor.ts';
import { findNetworks, type WatchedNetwork } from './networks.ts';
import { makeSpareAddresses, watchLostAddresses } from './spare-addresses.ts';
import { watchNetwork } from './watch.ts';

const intervalMs = 1_000;
/** Turns of one run: after a week without a watcher the others wait for the next run. */
const turnsMax = 20;

export interface DepositJobsDeps {
  pool: pg.Pool;
  signer: Pick<SignerClient, 'addresses'>;
  /** By the kind of network; those that are missing are not watched. */
  chains: ReadonlyMap<string, Chain>;
  log: Pick<Logger, 'warn' | 'error'>;
}

export function depositJobs(deps: DepositJobsDeps): Job[] {
  return [every(intervalMs, 'deposits.watch', () => watchNetworks(deps))];
}

/** One run over all networks: what is wrong with one holds up no other. */
export async function watchNetworks(deps: DepositJobsDeps): Promise<void> {
  await ensureFloor(deps.pool);
  const networks = await findNetworks(deps.pool);
  await Promise.all(
    networks.map(async (network) => {
      const chain = deps.chains.get(network.kind);
      if (!chain) return;
      try {
        await followNetwork(deps, network, chain);
      } catch (error) {
        deps.log.error({ err: error, network: network.key }, 'a network could not be read; trying again');
      }
    }),
  );
}

async function followNetwork(deps: DepositJobsDeps, network: WatchedNetwork, chain: Chain): Promise<void> {
  const { pool, signer } = deps;
  if (!(await readCursor(pool, network.id))) {
    const [hotAddress = ''] = await signer.addresses(network.kind, [0]);
    await startCursor(pool, network.id, await chain.head(), hotAddress);
  }
  await watchLostAddresses(pool, network, signer.addresses);
  for (let turn = 0; turn < turnsMax; turn += 1) if (!(await watchNetwork(deps, network, chain))) break;
  // Last: without a signer deposits to the addresses that exist are credited all the same.
  await makeSpareAddresses(pool, network, signer.addresses);
}
