/** Addresses of networks. */
import { bech32m } from '@scure/base';

/** Bytes of a key's digest in a sandbox address. */
const sandboxBytes = 20;
const sandboxPrefix = 'sbx';

/** The address of a key's digest of 20 bytes on the sandbox network. */
export function sandboxAddress(digest: Uint8Array): string {
  if (digest.length !== sandboxBytes) throw new RangeError(`a digest has ${sandboxBytes} bytes, not ${digest.length}`);
  return bech32m.encode(sandboxPrefix, bech32m.toWords(digest));
}

/** Whether money can be sent there: form and checksum are those of the kind of network. */
export function isAddressOf(kind: 'sandbox', address: string): boolean {
  if (kind !== 'sandbox' || !address.startsWith(`${sandboxPrefix}1`)) return false;
  try {
    const { words } = bech32m.decode(address as `${string}1${string}`);
    return bech32m.fromWords(words).length === sandboxBytes;
  } catch {
    return false;
  }
}
