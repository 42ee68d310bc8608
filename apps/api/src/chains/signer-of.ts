/** The adapters that sign, by the kind of network. */
import { createBitcoinSigner } from './bitcoin/signer.ts';
import { createEvmSigner } from './evm/signer.ts';
import type { ChainNetwork } from './open-chains.ts';
import { createSandboxSigner } from './sandbox/signer.ts';
import type { ChainSigner, OutputSigner } from './signer.ts';

/** Of networks of accounts. Undefined for other kinds. */
export function chainSignerOf(
  { id, kind, chainId }: Omit<ChainNetwork, 'key'>,
  seed: Uint8Array,
): ChainSigner | undefined {
  if (kind === 'sandbox') return createSandboxSigner(seed);
  return kind === 'evm' && chainId !== null ? createEvmSigner(seed, { account: id, chainId }) : undefined;
}

/** Of networks whose transactions spend outputs. Undefined for other kinds. */
export function outputSignerOf(
  { id, kind, chainName, addressType }: Omit<ChainNetwork, 'key' | 'chainId'>,
  seed: Uint8Array,
): OutputSigner | undefined {
  if (kind !== 'bitcoin' || !chainName || !addressType) return undefined;
  return createBitcoinSigner(seed, { chain: chainName, script: addressType, account: id });
}
