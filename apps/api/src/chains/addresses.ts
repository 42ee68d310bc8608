/** Addresses of networks. */

import type { BitcoinChainName, NetworkKind } from '@pelican/shared/contracts/payments';
import { bech32m } from '@scure/base';
import { isAddress } from 'viem/utils';
import { isBitcoinAddress } from './bitcoin/scripts.ts';

/** Bytes of a key's digest in a sandbox address. */
const sandboxBytes = 20;
const sandboxPrefix = 'sbx';

const zeroAddress = `0x${'0'.repeat(40)}`;

const checks: Readonly<Record<NetworkKind, (address: string, chain?: BitcoinChainName | null) => boolean>> = {
  sandbox: isSandboxAddress,
  // Capitals and small letters together are the checksum of EIP-55; small letters alone have none. Address zero destroys what it gets.
  evm: (address) => isAddress(address, { strict: true }) && address !== zeroAddress,
  bitcoin: (address, chain) => chain !== null && chain !== undefined && isBitcoinAddress(chain, address),
};

/** The address of a key's digest of 20 bytes on the sandbox network. */
export function sandboxAddress(digest: Uint8Array): string {
  if (digest.length !== sandboxBytes) throw new RangeError(`a digest has ${sandboxBytes} bytes, not ${digest.length}`);
  return bech32m.encode(sandboxPrefix, bech32m.toWords(digest));
}

/**
 * Whether money can be sent there: form and checksum are those of the kind of network.
 * @param chain which one of the Bitcoin family; without it no address of that kind is one
 */
export function isAddressOf(kind: NetworkKind, address: string, chain?: BitcoinChainName | null): boolean {
  return checks[kind](address, chain);
}

function isSandboxAddress(address: string): boolean {
  if (!address.startsWith(`${sandboxPrefix}1`)) return false;
  try {
    const { words } = bech32m.decode(address as `${string}1${string}`);
    return bech32m.fromWords(words).length === sandboxBytes;
  } catch {
    return false;
  }
}
