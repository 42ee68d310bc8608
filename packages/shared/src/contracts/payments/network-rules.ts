/** What networks and methods have to be, checked by the console and by the server. */

export const bitcoinChains = [
  'bitcoin',
  'bitcoin-test',
  'bitcoin-regtest',
  'litecoin',
  'litecoin-test',
  'litecoin-regtest',
] as const;
export const addressTypes = ['wpkh', 'tr'] as const;
/** The sandbox is the demo's own: operators add none. */
export const addedNetworkKinds = ['evm', 'bitcoin'] as const;

/** As operators type them: texts, and null for what the kind of network does not have. */
export interface NetworkValues {
  name: string;
  kind: 'sandbox' | 'evm' | 'bitcoin';
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

export interface MethodValues {
  name: string;
  description: string;
  tooltip: string;
  /** Of a token on its network; empty for the network's own coin and for providers. */
  contract: string;
  /** Of the asset on the network; null for providers. */
  decimals: number | null;
  /** The adapter of a payment provider; empty for networks. */
  provider: string;
}
export type MethodField = keyof MethodValues | 'ticker' | 'network' | 'key';

/** Where a method leads. */
export interface MethodPlace {
  kind: 'crypto' | 'bank' | 'provider';
  networkKind: NetworkValues['kind'] | undefined;
  /** The asset is the one that the network's fees are paid in. */
  isNative: boolean;
}

/** Of a network's own coin in its protocol. */
const nativeDecimals: Partial<Record<NetworkValues['kind'], number>> = { evm: 18, bitcoin: 8 };
const decimalsMax = 36;

/** Texts for the fields that are wrong; none when all may be used. */
export function methodProblems(values: MethodValues, place: MethodPlace): Partial<Record<MethodField, string>> {
  const problems: Partial<Record<MethodField, string>> = {};
  const { name, description, tooltip, provider } = values;
  if (!isPlainLine(name, 60)) problems.name = 'One line of up to 60 characters';
  for (const [field, text] of [
    ['description', description],
    ['tooltip', tooltip],
  ] as const)
    if (text !== '' && !isPlainLine(text, 300)) problems[field] = 'One line of up to 300 characters';
  const isProvider = place.kind === 'provider';
  if (isProvider ? !/^[a-z][a-z0-9-]{1,19}$/.test(provider) : provider !== '')
    problems.provider = isProvider
      ? 'Two to 20 small letters, digits and -, a letter first'
      : 'Only providers have one';
  return { ...problems, ...coinProblems(values, place) };
}

function coinProblems({ contract, decimals }: MethodValues, place: MethodPlace): Partial<Record<MethodField, string>> {
  const { kind, networkKind, isNative } = place;
  if (kind !== 'crypto' || networkKind === undefined) {
    if (contract !== '') return { contract: 'Only tokens on a network have one' };
    return decimals === null ? {} : { decimals: 'Only coins on a network have them' };
  }
  const problems: Partial<Record<MethodField, string>> = {};
  if (isNative && contract !== '') problems.contract = "The network's own coin has no contract";
  if (!isNative && networkKind === 'bitcoin') problems.contract = 'This network has no tokens';
  if (!isNative && networkKind === 'evm' && !/^0x[0-9a-fA-F]{40}$/.test(contract))
    problems.contract = 'The address of the contract: 0x and 40 hexadecimal digits';
  if (!isNative && networkKind === 'sandbox' && !/^[A-Z0-9]{2,20}$/.test(contract))
    problems.contract = 'Two to 20 capital letters and digits';
  const fixed = isNative ? nativeDecimals[networkKind] : undefined;
  if (!isWhole(decimals, 0, decimalsMax)) problems.decimals = `A whole number from 0 to ${decimalsMax}`;
  else if (fixed !== undefined && decimals !== fixed) problems.decimals = `The network's own coin has ${fixed}`;
  return problems;
}

/** Clients choose a form by it. */
export function methodKeyProblem(key: string): string | undefined {
  return /^[A-Z][A-Z0-9_]{1,29}$/.test(key) ? undefined : 'Two to 30 capital letters, digits and _, a letter first';
}

function isWhole(value: number | null, least: number, most: number): boolean {
  return value !== null && Number.isSafeInteger(value) && value >= least && value <= most;
}

function isPlainLine(text: string, charactersMax: number): boolean {
  return text.trim() === text && text !== '' && text.length <= charactersMax && !/[\p{Cc}\p{Cf}]/u.test(text);
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
