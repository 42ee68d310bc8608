/** What networks have to be, checked by the console and by the server. */
import { isPlainLine, isWhole } from './field-rules.ts';

/** Which adapter speaks to a network. */
export const networkKinds = ['sandbox', 'evm', 'bitcoin'] as const;
export type NetworkKind = (typeof networkKinds)[number];

export const bitcoinChains = [
  'bitcoin',
  'bitcoin-test',
  'bitcoin-regtest',
  'litecoin',
  'litecoin-test',
  'litecoin-regtest',
] as const;
export type BitcoinChainName = (typeof bitcoinChains)[number];

/** Of addresses of ours: pay to a witness key (BIP-84), or taproot with a key alone (BIP-86). */
export const addressTypes = ['wpkh', 'tr'] as const;
export type AddressType = (typeof addressTypes)[number];

/** The sandbox is the demo's own: operators add none. */
export const addedNetworkKinds = ['evm', 'bitcoin'] as const;

/** As operators type them: texts, and null for what the kind of network does not have. */
export interface NetworkValues {
  name: string;
  kind: NetworkKind;
  /** EIP-155, of EVM networks alone. */
  chainId: number | null;
  /** Of the Bitcoin family alone. */
  chainName: string | null;
  addressType: string | null;
  confirmations: number;
  /** Seconds from one block to the next. */
  blockSeconds: number;
  /** With {hash} and {address}; empty: there is none. */
  explorerTransaction: string;
  explorerAddress: string;
}
export type NetworkField = keyof NetworkValues | 'key' | 'native';

export const confirmationsMax = 1_000;
const blockSecondsMax = 86_400;

/** Texts for the fields that are wrong; none when all may be used. */
export function networkProblems(values: NetworkValues): Partial<Record<NetworkField, string>> {
  const problems: Partial<Record<NetworkField, string>> = {};
  const demand = (field: NetworkField, isRight: boolean, text: string) => {
    if (!isRight) problems[field] = text;
  };
  const { name, kind, chainId, chainName, addressType, confirmations, blockSeconds } = values;
  demand('name', isPlainLine(name, 60), 'One line of up to 60 characters');
  demand('confirmations', isWhole(confirmations, 1, confirmationsMax), `A whole number from 1 to ${confirmationsMax}`);
  demand('blockSeconds', isWhole(blockSeconds, 1, blockSecondsMax), `A whole number from 1 to ${blockSecondsMax}`);
  if (kind === 'evm')
    demand(
      'chainId',
      isWhole(chainId, 1, Number.MAX_SAFE_INTEGER),
      'The chain id by EIP-155, a whole number from 1 on',
    );
  else demand('chainId', chainId === null, 'Only EVM networks have one');
  const isBitcoin = kind === 'bitcoin';
  demand(
    'chainName',
    isBitcoin === (bitcoinChains as readonly unknown[]).includes(chainName),
    'Choose a chain of the Bitcoin family',
  );
  demand(
    'addressType',
    isBitcoin === (addressTypes as readonly unknown[]).includes(addressType),
    'Choose the form of addresses',
  );
  demand('explorerTransaction', isExplorer(values.explorerTransaction, '{hash}', kind), explorerText('{hash}'));
  demand('explorerAddress', isExplorer(values.explorerAddress, '{address}', kind), explorerText('{address}'));
  return problems;
}

/** Settings of the environment name a network by it. */
export function networkKeyProblem(key: string): string | undefined {
  return /^[A-Z][A-Z0-9]{1,19}$/.test(key) ? undefined : 'Two to 20 capital letters and digits, a letter first';
}

/** The demo's own explorer is a page of this site. */
function isExplorer(text: string, place: string, kind: NetworkValues['kind']): boolean {
  if (text === '') return true;
  if (text.length > 200 || text.split(place).length !== 2 || /[\s\p{Cc}\p{Cf}]/u.test(text)) return false;
  if (kind === 'sandbox' && text.startsWith('/sandbox/')) return true;
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}

const explorerText = (place: string) => `An address that begins with https:// and has ${place} once, or nothing`;
