/** The texts of the client in one language, as its build leaves them for the server. */
import type { ClientLanguage } from './client-language-codes.ts';

export interface MessageFile {
  /** Of the texts: the same for the same texts. */
  version: string;
  /** By area, and there by `namespace:key`. */
  areas: Record<string, Record<string, string>>;
}

/** Where a build has those of a language. */
export function messageFile(language: ClientLanguage): string {
  return `.messages/${language}.json`;
}
