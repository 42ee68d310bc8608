/** What methods have to be, checked by the console and by the server. */
import { isPlainLine, isWhole } from './field-rules.ts';
import type { NetworkKind } from './network-rules.ts';

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
  networkKind: NetworkKind | undefined;
  /** The asset is the one that the network's fees are paid in. */
  isNative: boolean;
}

/** Of a network's own coin in its protocol. */
const nativeDecimals: Partial<Record<NetworkKind, number>> = { evm: 18, bitcoin: 8 };
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
