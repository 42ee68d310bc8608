/** Keys of an EVM network, derived from one seed. */
import type { ChainSigner } from '../signer.ts';
import { evmAccount, evmAddress } from './keys.ts';

/** @param account the network's id */
export function createEvmSigner(seed: Uint8Array, account: number): ChainSigner {
  const keys = evmAccount(seed, account);
  return {
    address: (index) => evmAddress(keys, index),
    pay() {
      throw new Error('nothing is paid on EVM networks');
    },
  };
}
