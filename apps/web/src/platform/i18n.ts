/**
 * Messages. The shell's are in app/locales/{language}.json (namespace "common"), a feature's beside it in
 * features/{name}/locales/{language}.json (a part of a feature: features/{name}/{part}/locales, namespace "name-part"; those of shared parts in terminal/locales, identity/locales and their like):
 * its English ones are registered by `addMessages` when its code arrives. Those of other languages come from the server by
 * areas (translations.ts); until they are here, and where there is none, the English text is shown.
 */
import { changedTextsId } from '@pelican/shared/client-paths';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import english from '../app/locales/en.json';
import { defaultLanguage } from './language.ts';

type Messages = Record<string, unknown>;

// At import, so that features may register messages whatever is imported first; English needs no waiting.
void i18next.use(initReactI18next).init({
  lng: defaultLanguage,
  fallbackLng: defaultLanguage,
  defaultNS: 'common',
  resources: { [defaultLanguage]: { common: english } },
  interpolation: { escapeValue: false },
  initAsync: false,
  react: { useSuspense: false },
});

let translations: typeof import('./translations.ts') | undefined;

/** Switches to the language of the address, before the first render. @param pathname without the language's prefix */
export async function startMessages(language: string, pathname: string): Promise<void> {
  document.documentElement.lang = language;
  // English is here, but for what operators have put in its place; the server says in the head of the page whether there is any.
  if (language === defaultLanguage && !document.getElementById(changedTextsId)) return;
  // Without the file the page is English, as it is without the texts.
  translations = await import('./translations.ts').catch(() => undefined);
  await translations?.startTranslations(language, pathname);
}

/** Waits for what a page that is about to be shown has of texts in another language; not for long. */
export async function messagesOfPage(): Promise<void> {
  await translations?.translationsOfPage();
}

/** A feature's English messages, under the namespace of its name. Call at the top of the feature's page module. */
export function addMessages(feature: string, messages: Messages): void {
  i18next.addResourceBundle(defaultLanguage, feature, messages);
  translations?.translationsOfNamespace(feature);
}

/** A message outside React: notices of the API client, for example. */
export function message(key: string, values?: Record<string, unknown>): string {
  return i18next.t(key, values ?? {});
}
