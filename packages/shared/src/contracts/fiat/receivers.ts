/** Whom payment providers pay: what the form of each method asks. Free of schemas. */

export type ReceiverField =
  | 'email'
  | 'phone'
  | 'account'
  | 'card_number'
  | 'card_date'
  | 'holder'
  | 'birth_date'
  | 'country'
  | 'city';

/** The methods by which providers pay, with what the form of each asks beside the amount. The first field names the receiver in lists. */
export const receiverForms: Readonly<Record<string, readonly ReceiverField[]>> = {
  ADVACCOUNT: ['email'],
  ADVCARD: ['card_number', 'card_date', 'holder', 'phone', 'birth_date', 'country', 'city'],
  KITVISA: ['card_number'],
  FCHANGE: ['account'],
  PRRUB: ['account'],
  QWRUB: ['phone'],
  YAMRUB: ['account'],
  WIRETRY: ['account', 'holder'],
  P24UAH: ['card_number'],
  MONOBUAH: ['card_number'],
  LATAMEX: ['account', 'holder'],
  MERCURYO: ['card_number', 'holder'],
  GROW: ['email'],
  LEOBANK: ['card_number'],
  PAYSOFT: ['account'],
  CWD: ['account'],
};

export const receiverFieldsOf = (key: string): readonly ReceiverField[] =>
  (Object.hasOwn(receiverForms, key) && receiverForms[key]) || [];

/** An account with as many digits is the number of a card, a bank account or a wallet, not a name. */
const digitsOfNumber = 6;

/**
 * The receiver as lists, mails, logs and audits have it: of the number of a card the first six digits and the last four, of the number of an account the
 * last four characters. What is like an e-mail address (a UPI address too) without the digits of a card, and a name, are whole.
 */
export function receiverName(key: string, details: Readonly<Partial<Record<ReceiverField, string>>>): string {
  const [first] = receiverFieldsOf(key);
  const given = (first && details[first]) ?? '';
  if (first === 'card_number') return masked(cardDigits(given), 6);
  return first === 'account' && isNumber(given) ? masked(given, 0) : given;
}

function isNumber(account: string): boolean {
  const digits = account.replaceAll(/\D/g, '');
  // What is written as an address may be the number of a card all the same.
  return isCardNumber(digits) || (!account.includes('@') && digits.length >= digitsOfNumber);
}

/** But for its first characters, of a number, and the last four. */
function masked(text: string, shown: number): string {
  return `${text.slice(0, shown)}${'*'.repeat(Math.max(0, text.length - shown - 4))}${text.slice(-4)}`;
}

/** Without the spaces and dashes that people type. */
export const cardDigits = (typed: string): string => typed.replaceAll(/[ -]/g, '');

/** By the check digit of ISO/IEC 7812 (Luhn). */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
