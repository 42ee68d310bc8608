/** Keys of the sandbox network, derived from one seed. */
import { hkdfSync, type KeyObject } from 'node:crypto';
import { isAddressOf } from '../addresses.ts';
import type { ChainSigner } from '../signer.ts';
import {
  addressOfSandboxKey,
  parseTransaction,
  sandboxFeeMin,
  sandboxKey,
  signSandboxTransaction,
  transactionHash,
} from './transaction.ts';

/** @param seed secret bytes, at least 32 */
export function createSandboxSigner(seed: Uint8Array): ChainSigner {
  const keyAt = (index: number): KeyObject =>
    sandboxKey(new Uint8Array(hkdfSync('sha256', seed, 'pelican', `sandbox/${index}`, 32)));
  const hot = keyAt(0);
  return {
    address: (index) => addressOfSandboxKey(keyAt(index)),
    async pay({ address, memo, contract, units }, { nonce }) {
      if (!isAddressOf('sandbox', address)) throw new Error('is no address of the sandbox network');
      const content = { to: address, memo, contract, units: String(units), nonce, fee: String(sandboxFeeMin) };
      const raw = signSandboxTransaction(hot, content);
      return { raw, hash: transactionHash(parseTransaction(raw)), costMax: sandboxFeeMin };
    },
  };
}
