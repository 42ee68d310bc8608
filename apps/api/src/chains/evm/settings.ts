/** EVM networks that a deployment speaks to. Their chain ids and confirmations are in their rows of `networks`. */
import { optional, setting } from '@pelican/shared/settings';
import { type ByNetwork, byNetwork, isNodeUrl, lonelyNetworks } from '../by-network.ts';
import { readExtendedPublicKey } from './keys.ts';

export type EvmNetworks = ReadonlyMap<string, { url: string; extendedPublicKey: string }>;

function isExtendedPublicKey(value: string): boolean {
  try {
    readExtendedPublicKey(value);
    return true;
  } catch {
    return false;
  }
}

const none = 'no EVM network';

export const evmSettings = {
  EVM_RPC_URLS: optional(
    setting<ByNetwork>(byNetwork(isNodeUrl, "must look like 'ETHEREUM=https://node.example'"), {
      about:
        "where the nodes of EVM networks answer, by the network's key, with commas between them: 'ETHEREUM=https://node.example'. A comma within an address is written %2C",
      fallback: none,
      isSecret: true,
    }),
    none,
  ),
  EVM_EXTENDED_PUBLIC_KEYS: optional(
    setting<ByNetwork>(byNetwork(isExtendedPublicKey, "must look like 'ETHEREUM=xpub...'"), {
      about:
        'of what deposit addresses are made, for each network of EVM_RPC_URLS: as the signer prints them with the argument extended-public-keys',
      fallback: none,
      isSecret: true,
    }),
    none,
  ),
};

/** A network that has one of the two settings alone. */
export const evmFaults = (given: Record<string, string>): string[] =>
  lonelyNetworks(given, ['EVM_RPC_URLS', 'EVM_EXTENDED_PUBLIC_KEYS']);

/** @param values of the two settings, which name the same networks */
export function evmNetworksOf(values: {
  EVM_RPC_URLS: ByNetwork | undefined;
  EVM_EXTENDED_PUBLIC_KEYS: ByNetwork | undefined;
}): EvmNetworks {
  const keys = values.EVM_EXTENDED_PUBLIC_KEYS ?? new Map();
  return new Map(
    [...(values.EVM_RPC_URLS ?? [])].map(([key, url]) => [key, { url, extendedPublicKey: keys.get(key) ?? '' }]),
  );
}
