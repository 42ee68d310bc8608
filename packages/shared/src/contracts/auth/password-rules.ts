/** What a password needs, as code alone: a form shows it before it holds anything against a schema. */

/** 8 to 20 characters with a lowercase and an uppercase letter, a digit and a special character. */
export const passwordRules = [
  { name: 'length', message: '8 to 20 characters', test: (text: string) => text.length >= 8 && text.length <= 20 },
  { name: 'lowercase', message: 'A lowercase letter', test: (text: string) => /[a-z]/.test(text) },
  { name: 'uppercase', message: 'An uppercase letter', test: (text: string) => /[A-Z]/.test(text) },
  { name: 'digit', message: 'A digit', test: (text: string) => /\d/.test(text) },
  { name: 'special', message: 'A special character', test: (text: string) => /[^A-Za-z0-9\s]/.test(text) },
] as const;

/** A password that scores less (0 guessed at once, 4 very hard to guess) is refused at sign-up. */
export const passwordScoreMin = 2;
