/** The networks that a deployment speaks to. */
import type { AddressType, BitcoinChainName, NetworkKind } from '@pelican/shared/contracts/payments';
import { createBitcoinChain } from './bitcoin/chain.ts';
import { type BitcoinAccount, bitcoinAddress, readDescriptor } from './bitcoin/keys.ts';
import type { BitcoinNetworks } from './bitcoin/settings.ts';
import type { Chain, OutputChain } from './chain.ts';
import { createEvmChain } from './evm/chain.ts';
import { evmAddress, readExtendedPublicKey } from './evm/keys.ts';
import type { EvmNetworks } from './evm/settings.ts';

/** A network as its row in Postgres names it. */
export interface ChainNetwork {
  id: number;
  key: string;
  kind: NetworkKind;
  /** Of an EVM network; null for others. */
  chainId: number | null;
  /** Of the Bitcoin family, with the form of our addresses; null for others. */
  chainName?: BitcoinChainName | null;
  addressType?: AddressType | null;
}

export interface ChainAccess {
  /** Of the kind sandbox. */
  sandbox?: Chain | undefined;
  /** EVM networks, by their keys. */
  evm: EvmNetworks;
  /** Networks of the Bitcoin family, by their keys. */
  bitcoin?: BitcoinNetworks | undefined;
}

export interface Chains {
  /** Of a network of accounts. Undefined for one that this deployment does not speak to. */
  chainOf(network: ChainNetwork): Chain | undefined;
  /** Of a network whose transactions spend outputs. @throws Error when the descriptor is for other addresses than the network's row says */
  outputChainOf(network: ChainNetwork): OutputChain | undefined;
  /** Addresses of the network's keys; undefined where only the signer can make them. */
  addressesOf(network: ChainNetwork, indexes: readonly number[]): string[] | undefined;
}

/** @throws Error for what is no extended public key */
export function openChains({ sandbox, evm, bitcoin }: ChainAccess): Chains {
  const opened = new Map<string, Chain>();
  const openedOutputs = new Map<string, OutputChain>();
  const accounts = new Map(
    [...evm].map(([key, { extendedPublicKey }]) => [key, readExtendedPublicKey(extendedPublicKey)]),
  );

  function bitcoinOf({ key, kind, chainName, addressType }: ChainNetwork): BitcoinAccount | undefined {
    const descriptor = bitcoin?.get(key)?.descriptor;
    if (kind !== 'bitcoin' || descriptor === undefined || !chainName) return undefined;
    const account = readDescriptor(chainName, descriptor);
    if (account.script !== addressType)
      throw new Error(`the descriptor of ${key} is not for addresses of ${addressType}`);
    return account;
  }

  return {
    // What identifies a chain may be corrected while nothing was read of it.
    chainOf({ key, kind, chainId }) {
      if (kind === 'sandbox') return sandbox;
      const url = evm.get(key)?.url;
      if (kind !== 'evm' || url === undefined || chainId === null) return undefined;
      const place = `${key}:${chainId}`;
      const chain = opened.get(place) ?? createEvmChain(url, chainId);
      opened.set(place, chain);
      return chain;
    },
    outputChainOf(network) {
      const account = bitcoinOf(network);
      const url = bitcoin?.get(network.key)?.url;
      if (!account || url === undefined) return undefined;
      const place = `${network.key}:${network.chainName}:${network.addressType}`;
      const chain = openedOutputs.get(place) ?? createBitcoinChain(url, account);
      openedOutputs.set(place, chain);
      return chain;
    },
    addressesOf(network, indexes) {
      const { key, kind } = network;
      const ofOutputs = bitcoinOf(network);
      if (ofOutputs) return indexes.map((index) => bitcoinAddress(ofOutputs, index));
      const account = kind === 'evm' ? accounts.get(key) : undefined;
      return account && indexes.map((index) => evmAddress(account, index));
    },
  };
}
