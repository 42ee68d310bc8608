/**
 * Messages. The shell's are in app/locales/{language}.json (namespace "common"), a feature's beside it in
 * features/{name}/locales/{language}.json (a part of a feature: features/{name}/{part}/locales, namespace "name-part"; those of shared parts in terminal/locales, identity/locales and their like):
 * its English ones are registered by `addMessages` when its code arrives.
 */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import english from '../app/locales/en.json';
import { defaultLanguage } from './language.ts';

type Messages = Record<string, unknown>;

const shellFiles = import.meta.glob<{ default: Messages }>(['../app/locales/*.json', '!../app/locales/en.json']);
const featureFiles = import.meta.glob<{ default: Messages }>([
  '../features/**/locales/*.json',
  '../{app/layouts,app/page-meta,terminal,identity,conversation,payments,exports}/locales/*.json',
  '!../{features/**,app/*,terminal,identity,conversation,payments,exports}/locales/en.json',
]);

async function loadLanguage(language: string): Promise<void> {
  const shell = await shellFiles[`../app/locales/${language}.json`]?.();
  if (shell) i18next.addResourceBundle(language, 'common', shell.default);
  const ofLanguage = Object.entries(featureFiles).filter(([path]) => path.endsWith(`/${language}.json`));
  await Promise.all(
    ofLanguage.map(async ([path, load]) => {
      const folder = /^\.\.\/(?:features\/)?(.+)\/locales\//.exec(path)?.[1] as string;
      i18next.addResourceBundle(language, folder.replaceAll('/', '-'), (await load()).default);
    }),
  );
}

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

/** Switches to the language of the address, before the first render. */
export async function startMessages(language: string): Promise<void> {
  document.documentElement.lang = language;
  if (language === defaultLanguage) return;
  await loadLanguage(language);
  await i18next.changeLanguage(language);
}

/** A feature's English messages, under the namespace of its name. Call at the top of the feature's page module. */
export function addMessages(feature: string, messages: Messages): void {
  i18next.addResourceBundle(defaultLanguage, feature, messages);
}

/** A message outside React: notices of the API client, for example. */
export function message(key: string, values?: Record<string, unknown>): string {
  return i18next.t(key, values ?? {});
}
