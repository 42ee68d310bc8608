/** Resolves the messages of src/app/page-meta/pages.ts in every language, for the server (apps/api/src/platform/http/page-html.ts). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageFiles, PageMeta, PageMetaFile, PageTexts } from '@pelican/shared/client-paths';
import { clientLanguages } from '@pelican/shared/contracts/system';
import { type PageRow, pageRows } from '../src/app/page-meta/pages.ts';
import { siteName } from '../src/platform/site-name.ts';

const defaultLanguage = 'en';
const descriptions = 'app-page-meta:description';

type Messages = { [key: string]: string | Messages };

/** The folder of a namespace, as `platform/i18n.ts` names them: a dash may mean a slash. */
function catalogueOf(source: string, namespace: string, language: string): Messages | undefined {
  const folder = namespace === 'common' ? 'app' : namespace;
  const candidates = [folder, folder.replace('-', '/')].flatMap((name) => [name, `features/${name}`]);
  const file = candidates.map((name) => join(source, name, 'locales', `${language}.json`)).find(existsSync);
  return file === undefined ? undefined : JSON.parse(readFileSync(file, 'utf8'));
}

/** @throws Error when English has no such message */
function messageOf(source: string, key: string, language: string): string {
  const [namespace, path] = key.split(':') as [string, string];
  const catalogue = catalogueOf(source, namespace, language);
  const found = path.split('.').reduce<string | Messages | undefined>((messages, part) => {
    return typeof messages === 'object' ? messages[part] : undefined;
  }, catalogue);
  if (typeof found === 'string') return found;
  if (language === defaultLanguage) throw new Error(`page-meta: there is no message ${key}`);
  return messageOf(source, key, defaultLanguage);
}

type Keys = NonNullable<PageMeta['keys']>;

function keysOf({ title, description = 'welcome' }: Pick<PageRow, 'title' | 'description'>): Keys {
  return { ...(title && { title }), description: `${descriptions}.${description}` };
}

function textsOf(source: string, keys: Keys, language: string): PageTexts {
  const title = keys.title === undefined ? siteName : `${messageOf(source, keys.title, language)} | ${siteName}`;
  return { title, description: messageOf(source, keys.description, language) };
}

/**
 * @param source the folder src of the client
 * @param filesOf what the modules of a page load beside what every page does
 * @throws Error when a message is missing
 */
export function collectPageMeta(source: string, filesOf: (modules: readonly string[]) => PageFiles): PageMetaFile {
  const languages = clientLanguages.map(({ code }) => code);
  const inLanguages = (keys: Keys) =>
    Object.fromEntries(languages.map((language) => [language, textsOf(source, keys, language)]));
  const pages = pageRows.map(({ title, description, modules, ...other }): PageMeta => {
    const index = description !== undefined && !other.unlisted;
    const row = { ...other, ...(modules && { files: filesOf(modules) }) };
    if (title === undefined && description === undefined) return { ...row, index };
    const keys = keysOf({ ...(title && { title }), ...(description && { description }) });
    return { ...row, index, texts: inLanguages(keys), keys };
  });
  const keys = keysOf({});
  return {
    site: siteName,
    languages,
    texts: inLanguages(keys),
    keys,
    translations: filesOf(['platform/translations.ts']),
    pages,
  };
}
