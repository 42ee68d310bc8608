/** The name under which a person writes in public. docs/decisions/0097 */
import unhomoglyph from 'unhomoglyph';
import { firstNickname } from '../../identity/index.ts';

/** What separates the letters of a name, seen or unseen. */
const separators = /[\s._#\p{Cf}-]+/gu;

/** What only the exchange's own people are called: anywhere in a name, whatever separates its letters. */
const reservedLooks = [
  ...[
    'pelican',
    'support',
    'admin',
    'operator',
    'moderator',
    'moderation',
    'official',
    'staff',
    'team',
    'security',
    'compliance',
  ],
  ...['helpdesk', 'helpline', 'helpcenter', 'helpcentre', 'customercare', 'customerservice', 'accountmanager'],
  ...[
    'सपोर्ट',
    'एडमिन',
    'मॉडरेटर',
    'ऑपरेटर',
    'सहायता',
    'हेल्पलाइन',
    'हेल्पडेस्क',
    'कस्टमर केयर',
    'ग्राहक सेवा',
    'आधिकारिक',
    'प्रशासक',
    'सुरक्षा टीम',
  ],
  ...['поддержк', 'админ', 'модератор', 'оператор', 'служба', 'безопасност'],
].map(lookOf);
/** Compared as whole words, because names of other people contain their letters. */
const reservedWords: ReadonlySet<string> = new Set(
  ['ceo', 'cfo', 'cto', 'coo', 'kyc', 'help', 'पेलिकन', 'पैलिकन'].map(lookOf),
);

/** A name is written in one of these. Japanese and Korean are written in several at once. */
const scripts = [
  'Latin',
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  ...['Arabic', 'Armenian', 'Cyrillic', 'Ethiopic', 'Georgian', 'Greek', 'Hebrew', 'Khmer', 'Lao', 'Myanmar', 'Thai'],
  ...['Han}\\p{Script_Extensions=Hiragana}\\p{Script_Extensions=Katakana', 'Han}\\p{Script_Extensions=Hangul'],
].map((name) => new RegExp(`^[\\p{Script_Extensions=${name}}\\p{Script=Common}\\p{Script=Inherited}]*$`, 'u'));
/** Signs of sounds, which look like small capitals and turned letters. */
const phonetic = /[\u0250-\u02af\u1d00-\u1dbf\ua720-\ua7ff]/;

export interface ChatWriter {
  id: number;
  email: string;
  nickname: string;
  isStaff: boolean;
}

/**
 * The nickname with the account's number: it distinguishes people with the same name, and no nickname may contain the sign before it.
 * It is left out where it mixes scripts or looks like the exchange's own; one that is the beginning of the e-mail, as it is from the
 * sign-up on, is cut, because it would disclose most of the address.
 */
export function publicName({ id, email, nickname, isStaff }: ChatWriter): string {
  if (isStaff) return nickname;
  const name = nickname.normalize('NFKC').trim();
  const local = email.slice(0, email.indexOf('@'));
  const isOfMail = [local, firstNickname(email)].some((own) => own.toLowerCase() === name.toLowerCase());
  if (name === '' || deceives(name)) return `User #${id}`;
  return isOfMail ? `${[...name].slice(0, 2).join('')}*** #${id}` : `${name} #${id}`;
}

function deceives(name: string): boolean {
  const look = lookOf(name);
  return (
    phonetic.test(name) ||
    !scripts.some((script) => script.test(name)) ||
    reservedLooks.some((word) => look.includes(word)) ||
    wordsOf(name).some((word) => reservedWords.has(lookOf(word)))
  );
}

/** The words of a name; letters that stand alone, one after the other, are one: K.Y.C. */
function wordsOf(name: string): string[] {
  const words: string[] = [];
  let isSpelt = false;
  for (const word of name.split(separators)) {
    const isLetter = [...word.normalize('NFKD').replace(/\p{M}/gu, '')].length === 1;
    if (isLetter && isSpelt) words.push(`${words.pop() ?? ''}${word}`);
    else words.push(word);
    isSpelt = isLetter;
  }
  return words;
}

/** The same for all names that look alike: the skeleton of UTS 39, without case, marks and what separates letters. */
function lookOf(name: string): string {
  const letters = name.normalize('NFKD').replace(separators, '').replace(/\p{M}/gu, '').toLowerCase();
  return unhomoglyph(letters)
    .toLowerCase()
    .replaceAll('rn', 'm')
    .replaceAll(/[1i|]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('vv', 'w');
}
