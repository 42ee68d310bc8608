/** The job that pays withdrawals on the networks that this deployment speaks to. */
import type { Chains, SandboxChain } from '../../chains/index.ts';
import type { Job } from '../../jobs/index.ts';
import { eachNetwork, everyForNetworks, type WatchedNetwork } from '../deposits/index.ts';
import { fundSandbox } from './fund-sandbox.ts';
import { payOutputNetwork } from './outputs/pay-outputs.ts';
import { payNetwork } from './pay-network.ts';
import type { PayoutDeps } from './payout-deps.ts';

const intervalMs = 1_000;

export interface PayoutJobsDeps extends PayoutDeps {
  /** Nothing is paid on networks that it does not speak to. */
  chains: Pick<Chains, 'chainOf' | 'outputChainOf'>;
  /** Of a demo. */
  sandbox: SandboxChain | undefined;
}

export function payoutJobs(deps: PayoutJobsDeps): Job[] {
  return [
    everyForNetworks({ everyMs: intervalMs, name: 'payouts.pay', log: deps.log }, (busy) => payNetworks(deps, busy)),
  ];
}

/** One run over all networks: what is wrong with one holds up no other. */
export function payNetworks(deps: PayoutJobsDeps, busy = new Set<number>()): Promise<void> {
  const { pool, log, sandbox } = deps;
  const failed = 'withdrawals of a network could not be paid; trying again';
  return eachNetwork({ pool, log, failed, busy }, async (network) => {
    try {
      await pay(deps, network);
    } finally {
      if (sandbox && network.kind === 'sandbox') await fundSandbox(pool, network.id, sandbox);
    }
  });
}

async function pay(deps: PayoutJobsDeps, network: WatchedNetwork): Promise<void> {
  const chain = deps.chains.chainOf(network);
  if (chain) return payNetwork(deps, network, chain);
  const outputs = deps.chains.outputChainOf(network);
  if (outputs) await payOutputNetwork(deps, network, outputs);
}
