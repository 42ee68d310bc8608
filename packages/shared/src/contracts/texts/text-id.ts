/** Ids of texts: `namespace:key:language`, as `common:side.buy:en`. Addresses that end with `.buy` would be those of files. */
import { type ClientLanguage, clientLanguageCodes } from '../system/client-language-codes.ts';

export const textIdPattern = /^([a-z0-9-]+):([\w.-]+):([a-z]{2})$/;

/** Where a text is in the catalogues. */
export interface TextPlace {
  language: ClientLanguage;
  namespace: string;
  key: string;
}

export function textIdOf({ language, namespace, key }: TextPlace): string {
  return `${namespace}:${key}:${language}`;
}

/** @returns undefined for what is no id, or of no language of the client */
export function textPlaceOf(id: string): TextPlace | undefined {
  const [, namespace = '', key = '', code] = textIdPattern.exec(id) ?? [];
  const language = clientLanguageCodes.find((known) => known === code);
  return language && { language, namespace, key };
}
