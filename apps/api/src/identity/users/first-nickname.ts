const lengthMax = 32;

/** What an account is called until its owner chooses a name: the beginning of the e-mail. */
export function firstNickname(email: string): string {
  return email.slice(0, email.indexOf('@')).slice(0, lengthMax);
}
