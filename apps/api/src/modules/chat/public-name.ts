/** The name under which a person writes in public. */

/** What only the exchange's own people are called. */
const reserved = /pelican|support|admin|operator|moderator|official|helpdesk|staff|team/i;

export interface ChatWriter {
  id: number;
  email: string;
  nickname: string;
  isStaff: boolean;
}

/**
 * The nickname, with two exceptions: one that is the beginning of the e-mail, as it is from the sign-up on, would tell strangers most of
 * the address; and one that sounds like the exchange's own would deceive them.
 */
export function publicName({ id, email, nickname, isStaff }: ChatWriter): string {
  if (isStaff) return nickname;
  const letters = nickname.normalize('NFKC');
  const isOfMail = letters.toLowerCase() === email.slice(0, email.indexOf('@')).toLowerCase();
  if (reserved.test(letters.replace(/[\s._-]/g, '')) || letters.trim() === '') return `User ${id}`;
  return isOfMail ? `${[...letters].slice(0, 2).join('')}*** ${id}` : letters;
}
