/** Networks of the Bitcoin family: what their addresses begin with, and what identifies a node of theirs. */
import type { BitcoinChainName } from '@pelican/shared/contracts/payments';

export interface BitcoinParameters {
  /** Prefix of bech32 addresses. */
  bech32: string;
  pubKeyHash: number;
  scriptHash: number;
  /** Of SLIP-44. */
  coinType: number;
  /** Of extended public keys, as the descriptors of the network's nodes have them. */
  extendedPublic: number;
  extendedPrivate: number;
  /** Hash of block 0: a node of another network has another one. */
  genesis: string;
  /** What nodes ask for a virtual byte when they decide that an output is too small to be spent, in units. */
  dustRate: bigint;
}

const [xpub, xprv, tpub, tprv] = [0x0488b21e, 0x0488ade4, 0x043587cf, 0x04358394] as const;
const bitcoinDust = { dustRate: 3n };
const litecoinDust = { dustRate: 30n };
const main = { extendedPublic: xpub, extendedPrivate: xprv };
/** All test networks have the coin type 1. */
const test = { extendedPublic: tpub, extendedPrivate: tprv, coinType: 1 };

export const bitcoinNetworks: Readonly<Record<BitcoinChainName, BitcoinParameters>> = {
  bitcoin: {
    ...main,
    ...bitcoinDust,
    coinType: 0,
    bech32: 'bc',
    pubKeyHash: 0x00,
    scriptHash: 0x05,
    genesis: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  },
  'bitcoin-test': {
    ...test,
    ...bitcoinDust,
    bech32: 'tb',
    pubKeyHash: 0x6f,
    scriptHash: 0xc4,
    genesis: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
  },
  'bitcoin-regtest': {
    ...test,
    ...bitcoinDust,
    bech32: 'bcrt',
    pubKeyHash: 0x6f,
    scriptHash: 0xc4,
    genesis: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
  },
  litecoin: {
    ...main,
    ...litecoinDust,
    coinType: 2,
    bech32: 'ltc',
    pubKeyHash: 0x30,
    // Addresses by the old 0x05 look like those of Bitcoin: they are refused.
    scriptHash: 0x32,
    genesis: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
  },
  'litecoin-test': {
    ...test,
    ...litecoinDust,
    bech32: 'tltc',
    pubKeyHash: 0x6f,
    scriptHash: 0x3a,
    genesis: '4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0',
  },
  'litecoin-regtest': {
    ...test,
    ...litecoinDust,
    bech32: 'rltc',
    pubKeyHash: 0x6f,
    scriptHash: 0x3a,
    genesis: '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
  },
};
