/**
 * Keys of networks of the Bitcoin family by BIP-84 and BIP-86. Each network has an account of its own: one key never belongs to two networks. With the
 * account's extended public key addresses are made where no private key is.
 */
import type { AddressType, BitcoinChainName } from '@pelican/shared/contracts/payments';
import { HDKey } from '@scure/bip32';
import { p2tr, p2wpkh } from '@scure/btc-signer';
import { receivingKey } from '../receiving-key.ts';
import { bitcoinNetworks } from './networks.ts';
import { libraryNetwork } from './scripts.ts';

const purposes: Readonly<Record<AddressType, number>> = { wpkh: 84, tr: 86 };

/** What makes the addresses of a network. */
export interface BitcoinAccount {
  chain: BitcoinChainName;
  script: AddressType;
  key: HDKey;
}

export interface BitcoinKeyPlace {
  chain: BitcoinChainName;
  script: AddressType;
  /** The network's id. */
  account: number;
}

/** @param seed secret bytes, at least 16 */
export function bitcoinAccount(seed: Uint8Array, { chain, script, account }: BitcoinKeyPlace): BitcoinAccount {
  const key = HDKey.fromMasterSeed(seed, versionsOf(chain)).derive(pathOf({ chain, script, account }, "'"));
  return { chain, script, key };
}

/** The account as a descriptor (BIP-380) without a checksum: it makes all addresses, and signs nothing. */
export function bitcoinDescriptor(seed: Uint8Array, place: BitcoinKeyPlace): string {
  const master = HDKey.fromMasterSeed(seed, versionsOf(place.chain));
  const fingerprint = master.fingerprint.toString(16).padStart(8, '0');
  const origin = pathOf(place, 'h').replace('m', fingerprint);
  return `${place.script}([${origin}]${bitcoinAccount(seed, place).key.publicExtendedKey}/0/*)`;
}

const descriptorPattern = /^(wpkh|tr)\(\[[0-9a-f]{8}((?:\/\d+[h'])+)\]([xt]pub\w+)\/0\/\*\)$/;

/** @throws Error for what is no descriptor of an account; private keys are refused too */
export function readDescriptor(chain: BitcoinChainName, text: string): BitcoinAccount {
  const [, script, , extended = ''] = descriptorPattern.exec(text) ?? [];
  if (script !== 'wpkh' && script !== 'tr')
    throw new Error('a descriptor looks like wpkh([1234abcd/84h/0h/3h]xpub.../0/*)');
  return { chain, script, key: HDKey.fromExtendedKey(extended, versionsOf(chain)) };
}

/** Whether it has the form of a descriptor; which network it is for is seen later. */
export const isDescriptor = (text: string): boolean => descriptorPattern.test(text);

/** How an output to a key is spent. */
export function bitcoinPayment(account: BitcoinAccount, index: number) {
  const { publicKey } = receivingKey(account.key, index);
  if (!publicKey) throw new Error(`key ${index} does not exist`);
  const network = libraryNetwork(bitcoinNetworks[account.chain]);
  return account.script === 'tr' ? p2tr(publicKey.slice(1), undefined, network) : p2wpkh(publicKey, network);
}

export function bitcoinAddress(account: BitcoinAccount, index: number): string {
  const { address } = bitcoinPayment(account, index);
  if (address === undefined) throw new Error(`key ${index} has no address`);
  return address;
}

function pathOf({ chain, script, account }: BitcoinKeyPlace, hardened: string): string {
  const { coinType } = bitcoinNetworks[chain];
  return ['m', ...[purposes[script], coinType, account].map((step) => `${step}${hardened}`)].join('/');
}

function versionsOf(chain: BitcoinChainName) {
  const { extendedPublic, extendedPrivate } = bitcoinNetworks[chain];
  return { public: extendedPublic, private: extendedPrivate };
}
