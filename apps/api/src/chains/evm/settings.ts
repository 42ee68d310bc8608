/** EVM networks that a deployment speaks to. Their chain ids and confirmations are in their rows of `networks`. */
import { optional, setting } from '@pelican/shared/settings';
import { z } from 'zod';
import { readExtendedPublicKey } from './keys.ts';

export type EvmNetworks = ReadonlyMap<string, { url: string; extendedPublicKey: string }>;

type ByNetwork = ReadonlyMap<string, string>;

/** `KEY=value` by commas. */
function byNetwork(isValue: (value: string) => boolean, error: string) {
  return z
    .string({ error: 'is not set' })
    .transform((text) => new Map(text.split(',').map((one) => splitOnce(one.trim()))))
    .refine((map) => [...map].every(([key, value]) => /^[A-Z0-9]{2,20}$/.test(key) && isValue(value)), { error });
}

function splitOnce(text: string): [key: string, value: string] {
  const [key = '', ...rest] = text.split('=');
  return [key, rest.join('=')];
}

const isUrl = (value: string) => URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);

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
    setting<ByNetwork>(byNetwork(isUrl, "must look like 'ETHEREUM=https://node.example'"), {
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
export function evmFaults({ EVM_RPC_URLS = '', EVM_EXTENDED_PUBLIC_KEYS = '' }: Record<string, string>): string[] {
  const keysOf = (text: string) => (text === '' ? [] : text.split(',').map((one) => splitOnce(one.trim())[0]));
  const [urls, keys] = [keysOf(EVM_RPC_URLS), keysOf(EVM_EXTENDED_PUBLIC_KEYS)];
  const lonely = [...urls.filter((key) => !keys.includes(key)), ...keys.filter((key) => !urls.includes(key))];
  return lonely.map((key) => `EVM_RPC_URLS and EVM_EXTENDED_PUBLIC_KEYS must both name ${key}, or neither`);
}

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
