/** The networks that a deployment speaks to. */
import type { NetworkKind } from './addresses.ts';
import type { Chain } from './chain.ts';
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
}

export interface ChainAccess {
  /** Of the kind sandbox. */
  sandbox?: Chain | undefined;
  /** EVM networks, by their keys. */
  evm: EvmNetworks;
}

export interface Chains {
  /** Undefined for a network that this deployment does not speak to. */
  chainOf(network: ChainNetwork): Chain | undefined;
  /** Addresses of the network's keys; undefined where only the signer can make them. */
  addressesOf(network: ChainNetwork, indexes: readonly number[]): string[] | undefined;
}

/** @throws Error for what is no extended public key */
export function openChains({ sandbox, evm }: ChainAccess): Chains {
  const opened = new Map<string, Chain>();
  const accounts = new Map(
    [...evm].map(([key, { extendedPublicKey }]) => [key, readExtendedPublicKey(extendedPublicKey)]),
  );
  return {
    chainOf({ key, kind, chainId }) {
      if (kind === 'sandbox') return sandbox;
      const url = evm.get(key)?.url;
      if (kind !== 'evm' || url === undefined || chainId === null) return undefined;
      const chain = opened.get(key) ?? createEvmChain(url, chainId);
      opened.set(key, chain);
      return chain;
    },
    addressesOf({ key, kind }, indexes) {
      const account = kind === 'evm' ? accounts.get(key) : undefined;
      return account && indexes.map((index) => evmAddress(account, index));
    },
  };
}
