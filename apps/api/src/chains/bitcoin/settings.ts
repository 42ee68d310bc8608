/** Networks of the Bitcoin family that a deployment speaks to. What they are, and their confirmations, are in their rows of `networks`. */
import { optional, setting } from '@pelican/shared/settings';
import { type ByNetwork, byNetwork, isNodeUrl, lonelyNetworks } from '../by-network.ts';
import { isDescriptor } from './keys.ts';

export type BitcoinNetworks = ReadonlyMap<string, { url: string; descriptor: string }>;

const none = 'no network of the Bitcoin family';

export const bitcoinSettings = {
  BITCOIN_RPC_URLS: optional(
    setting<ByNetwork>(byNetwork(isNodeUrl, "must look like 'BITCOIN=http://user:password@node.example:8332'"), {
      about:
        "where the nodes of networks of the Bitcoin family answer, by the network's key, with commas between them: 'BITCOIN=http://user:password@node.example:8332'. A comma within an address is written %2C",
      fallback: none,
      isSecret: true,
    }),
    none,
  ),
  BITCOIN_EXTENDED_PUBLIC_KEYS: optional(
    setting<ByNetwork>(byNetwork(isDescriptor, "must look like 'BITCOIN=wpkh([1234abcd/84h/0h/3h]xpub.../0/*)'"), {
      about:
        'of what deposit addresses are made, for each network of BITCOIN_RPC_URLS: descriptors, as the signer prints them with the argument bitcoin-extended-public-keys',
      fallback: none,
      isSecret: true,
    }),
    none,
  ),
};

const names = ['BITCOIN_RPC_URLS', 'BITCOIN_EXTENDED_PUBLIC_KEYS'] as const;

/** A network that has one of the two settings alone. */
export const bitcoinFaults = (given: Record<string, string>): string[] => lonelyNetworks(given, names);

/** @param values of the two settings, which name the same networks */
export function bitcoinNetworksOf(values: Record<(typeof names)[number], ByNetwork | undefined>): BitcoinNetworks {
  const descriptors = values.BITCOIN_EXTENDED_PUBLIC_KEYS ?? new Map();
  return new Map(
    [...(values.BITCOIN_RPC_URLS ?? [])].map(([key, url]) => [key, { url, descriptor: descriptors.get(key) ?? '' }]),
  );
}
