/**
 * The rules for an operator's replacement of a catalogue text, for the console's form and for the server. A replacement is plain text, which the
 * client escapes; `{{name}}` is a placeholder, in whose place a value is put.
 */
import { plainLine, stackedMarks } from '../plain-text.ts';

/** The area of the catalogues that have versions and are changed with them. */
const fixedAreas: readonly string[] = ['legal'];

export function isFixedArea(area: string): boolean {
  return fixedAreas.includes(area);
}

/** Areas whose texts one operator changes alone. Those of all others say what people sign, pay and trade: another operator approves a change. */
const areasForOne: readonly string[] = ['head', 'public', 'company'];

export function takesTwoOperators(area: string): boolean {
  return !areasForOne.includes(area);
}

/** The area of GET /v2/locale that has what operators have changed, of all areas. */
export const changedArea = 'changed';

/** Of any text, however long its original is. */
export const textMax = 1_000;
const roomMin = 100;

/** A text needs about the room of its original: a button stays a button. */
export function longestInPlaceOf(original: string): number {
  return Math.min(textMax, Math.max(roomMin, original.length * 3));
}

const faultSentences = {
  empty: 'is empty',
  long: 'is too long for its place',
  /** Lines, control characters, and what turns the direction of text round. */
  signs: 'has signs that are not shown',
  markup: 'is plain text: no <, >, { or } outside of placeholders',
  placeholders: 'must have the same placeholders {{…}} as the original',
  links: 'must have the same links in [brackets] as the original',
  address: 'has an address that the original does not have',
  same: 'is the same as the original',
} as const;
export type TextFault = keyof typeof faultSentences;

/** In the server's refusals. */
export function sentenceOf(fault: TextFault): string {
  return faultSentences[fault];
}

const breaksLine = /[\u2028\u2029]/;

/** Hosts with what follows them, hosts of e-mail addresses, addresses of numbers, and whatever has a scheme. */
const addressPattern =
  /\S*:\/\/\S*|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/:?#](?:\S*[\p{L}\p{N}/])?)?|\d{1,3}(?:\.\d{1,3}){3}/giu;

/** As a reader would type them: letters of full width are the usual ones. */
function addressesOf(text: string): string[] {
  return text.normalize('NFKC').toLowerCase().match(addressPattern) ?? [];
}

/** As it is written: `{{pair}}`. */
const placeholder = /\{\{[^{}]*\}\}/g;

/** The placeholders of a text in their order, each as often as it stands there. */
export function allPlaceholdersOf(text: string): string[] {
  return text.match(placeholder) ?? [];
}

/** The placeholders of a text, each once, sorted. */
export function placeholdersOf(text: string): string[] {
  return [...new Set(allPlaceholdersOf(text))].toSorted();
}

/** The words of a text alone. */
export function withoutPlaceholders(text: string): string {
  return text.replaceAll(placeholder, '');
}

/** A text in parts: its placeholders, and the words before, between and behind them. */
export function partsOf(text: string): { text: string; isPlaceholder: boolean }[] {
  const placeholders = allPlaceholdersOf(text);
  return text
    .split(placeholder)
    .flatMap((words, at) => [
      { text: words, isPlaceholder: false },
      { text: placeholders[at] ?? '', isPlaceholder: true },
    ])
    .filter((part) => part.text !== '');
}

const bracketsOf = (text: string) => text.replaceAll(/[^[\]]/g, '');

/** @returns what is wrong with a text in place of the original; nothing of one that may stand there */
export function faultsOf(original: string, text: string): TextFault[] {
  const plain = withoutPlaceholders(text);
  const known = addressesOf(original);
  const faults: Record<TextFault, boolean> = {
    empty: text.trim() === '',
    long: text.length > longestInPlaceOf(original),
    signs: !plainLine.test(text) || breaksLine.test(text) || stackedMarks.test(text),
    markup: /[<>{}]|\$t\(/.test(plain),
    placeholders: placeholdersOf(text).join() !== placeholdersOf(original).join(),
    links: bracketsOf(text) !== bracketsOf(original) || /\[\s*\]/.test(text),
    address: addressesOf(text).some((address) => !known.includes(address)),
    same: text === original,
  };
  return (Object.keys(faults) as TextFault[]).filter((name) => faults[name] && (name === 'empty' || !faults.empty));
}

/** Whether a saved replacement can still be used after a release has changed the original. */
export function stillFits(original: string, text: string): boolean {
  return faultsOf(original, text).every((fault) => fault === 'long' || fault === 'same');
}
