/**
 * Keys of EVM networks by BIP-32 and BIP-44. Each network has an account of its own: one address never belongs to two users on two
 * networks. With the account's extended public key addresses are made where no private key is.
 */
import { ECDH } from 'node:crypto';
import { HDKey } from 'viem/accounts';
import { publicKeyToAddress } from 'viem/utils';
import { receivingKey } from '../receiving-key.ts';

/** Of Ethereum in SLIP-44, and of what follows it. */
const coinType = 60;

/** @param seed secret bytes, at least 16 @param account the network's id */
export function evmAccount(seed: Uint8Array, account: number): HDKey {
  return HDKey.fromMasterSeed(seed).derive(`m/44'/${coinType}'/${account}'`);
}

/** Makes all addresses of the account, and signs nothing. */
export function evmExtendedPublicKey(seed: Uint8Array, account: number): string {
  return evmAccount(seed, account).publicExtendedKey;
}

/** @throws Error for what is no extended public key; a private one is refused too */
export function readExtendedPublicKey(text: string): HDKey {
  if (!text.startsWith('xpub')) throw new Error('an extended public key begins with xpub');
  return HDKey.fromExtendedKey(text);
}

export function evmAddress(account: HDKey, index: number): string {
  const { publicKey } = receivingKey(account, index);
  if (!publicKey) throw new Error(`key ${index} does not exist`);
  const uncompressed = ECDH.convertKey(publicKey, 'secp256k1', undefined, 'hex', 'uncompressed') as string;
  return publicKeyToAddress(`0x${uncompressed}`);
}
