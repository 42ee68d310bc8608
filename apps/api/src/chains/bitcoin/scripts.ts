/** Addresses of the Bitcoin family, and the scripts of outputs that they name. */
import type { BitcoinChainName } from '@pelican/shared/contracts/payments';
import { Address, OutScript } from '@scure/btc-signer';
import { type BitcoinParameters, bitcoinNetworks } from './networks.ts';

/** As the kept library names the parameters of a network. */
export function libraryNetwork({ bech32, pubKeyHash, scriptHash }: BitcoinParameters) {
  return { bech32, pubKeyHash, scriptHash, wif: 0 };
}

/** Whether money can be sent there: form, checksum and prefix are those of the network. */
export function isBitcoinAddress(chain: BitcoinChainName, address: string): boolean {
  try {
    scriptOfAddress(chain, address);
    return true;
  } catch {
    return false;
  }
}

/** @throws Error for what is no address of the network */
export function scriptOfAddress(chain: BitcoinChainName, address: string): Uint8Array {
  return OutScript.encode(Address(libraryNetwork(bitcoinNetworks[chain])).decode(address));
}

/** An output of ours is one of these: a witness program of 20 bytes of version 0, or of 32 bytes of version 1. */
const ownScript = /^(?:0014[0-9a-f]{40}|5120[0-9a-f]{64})$/;

/** @param script hexadecimal @returns undefined for a script that no address of ours has */
export function addressOfScript(chain: BitcoinChainName, script: string): string | undefined {
  if (!ownScript.test(script)) return undefined;
  const network = libraryNetwork(bitcoinNetworks[chain]);
  try {
    return Address(network).encode(OutScript.decode(Buffer.from(script, 'hex')));
  } catch {
    // A program of taproot that is no point of its curve.
    return undefined;
  }
}

/** Bytes of an output beside its script. */
const outputBytes = 9n;
/** What spending it costs, as nodes reckon it: of an output with a witness, and of others. */
const [witnessSpendBytes, spendBytes] = [67n, 148n];

/** Nodes relay no output that is worth less than this. */
export function dustUnits(script: Uint8Array, rate: bigint): bigint {
  const [version = 0, length] = script;
  const isWitness = (version === 0 || (version >= 0x51 && version <= 0x60)) && length === script.length - 2;
  return (outputBytes + BigInt(script.length) + (isWitness ? witnessSpendBytes : spendBytes)) * rate;
}
