/** The adapters that sign, by the kind of network. */
import { createEvmSigner } from './evm/signer.ts';
import type { ChainNetwork } from './open-chains.ts';
import { createSandboxSigner } from './sandbox/signer.ts';
import type { ChainSigner } from './signer.ts';

/** Undefined for a kind that has no adapter. */
export function chainSignerOf(
  { id, kind, chainId }: Omit<ChainNetwork, 'key'>,
  seed: Uint8Array,
): ChainSigner | undefined {
  if (kind === 'sandbox') return createSandboxSigner(seed);
  return kind === 'evm' && chainId !== null ? createEvmSigner(seed, { account: id, chainId }) : undefined;
}
