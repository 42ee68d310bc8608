/** The head of the HTML of a page: what search engines, previews of links and the client itself learn from it. */
import {
  type AddressParts,
  canonicalPath,
  changedTextsId,
  hiddenLanguagesName,
  type PageMeta,
  type PageMetaFile,
  type PageTexts,
} from '@pelican/shared/client-paths';
import { changedArea } from '@pelican/shared/contracts/texts';
import type { SupportWidget } from '../config/index.ts';
import { escapeHtml } from './html.ts';

/** What operators have put in place of texts of a language. */
export interface ChangedTexts {
  /** Another one after each change; '' while nothing is changed. */
  version: string;
  /** By `namespace:key`. */
  texts: ReadonlyMap<string, string>;
}

/** What operators publish that has pages of its own. */
export interface PublishedItems {
  /** Of those that visitors see now, the newest first. */
  slugs(): Promise<readonly string[]>;
  /** Changes with its texts. @returns undefined for one that visitors do not see; `unavailable` while that cannot be read */
  version(slug: string): Promise<number | 'unavailable' | undefined>;
  /** Without the site's name. @returns as `version`; `unavailable` also for a visitor whose address has read too much */
  texts(item: VisitedItem): Promise<PageTexts | 'unavailable' | undefined>;
}

export interface VisitedItem {
  slug: string;
  version: number;
  language: string;
  /** The visitor's. */
  ip: string;
}

export interface ClientSite {
  /** The client's build. */
  webDist: string;
  /** Where the site is reached, without a slash at its end. */
  publicUrl: string;
  /** Names of the markets that are listed. */
  markets(venue: 'spot' | 'perpetual'): string[];
  announcements: PublishedItems;
  /** Codes of languages that operators have hidden: their addresses are answered in the default one. */
  hiddenLanguages(): readonly string[];
  /** Pages may load it, but for those of the console. */
  supportWidget: SupportWidget | null;
  changedTexts(language: string): Promise<ChangedTexts>;
}

export function inLanguage(path: string, language: string, meta: PageMetaFile): string {
  return language === meta.languages[0] ? path : `/${language}${path === '/' ? '' : path}`;
}

function textsOf(
  { texts = {}, keys }: PageMeta,
  language: string,
  changed: ChangedTexts,
  meta: PageMetaFile,
): PageTexts {
  const byDefault = meta.languages[0] as string;
  const own = texts[language];
  if (own) return withChanges(own, keys, changed, meta);
  if (texts[byDefault]) return texts[byDefault];
  return withChanges(meta.texts[language] ?? { title: meta.site, description: '' }, meta.keys, changed, meta);
}

function withChanges(texts: PageTexts, keys: PageMeta['keys'], changed: ChangedTexts, meta: PageMetaFile): PageTexts {
  const titled = keys?.title === undefined ? undefined : changed.texts.get(keys.title);
  return {
    title: titled === undefined ? texts.title : `${titled} | ${meta.site}`,
    description: (keys && changed.texts.get(keys.description)) ?? texts.description,
  };
}

/** What the client reads before it shows anything (apps/web/src/platform/language.ts and i18n.ts); nothing, most of the time. */
function notesForClient(site: ClientSite, language: string, { version }: ChangedTexts, meta: PageMetaFile): string[] {
  const hidden = site.hiddenLanguages().join(' ');
  const notes = hidden ? [`<meta name="${hiddenLanguagesName}" content="${escapeHtml(hidden)}" />`] : [];
  // Texts of other languages come from the server as they are; English is in the client's code.
  if (version === '' || language !== meta.languages[0]) return notes;
  const address = `/v2/locale?${new URLSearchParams({ lang: language, area: changedArea, v: version })}`;
  const link = `<link id="${changedTextsId}" rel="preload" as="fetch" crossorigin="anonymous" href="${escapeHtml(address)}" />`;
  return [...notes, link];
}

/** Links to what the page's screen is made of: else the client would ask for it only when it has started. */
export function linksToFiles(meta: PageMetaFile, { files }: PageMeta, language: string): string {
  const texts = language === meta.languages[0] ? [] : (meta.translations?.scripts ?? []);
  const { scripts, styles } = files ?? { scripts: [], styles: [] };
  return [
    ...styles.map((file) => `<link rel="preload" as="style" crossorigin href="/${escapeHtml(file)}" />`),
    ...[...texts, ...scripts].map((file) => `<link rel="modulepreload" crossorigin href="/${escapeHtml(file)}" />`),
  ].join('\n    ');
}

/** What the head of a page is made of. */
export interface Head extends AddressParts {
  page: PageMeta;
  /** Of what the page shows, in place of the page's. */
  texts: PageTexts | undefined;
  language: string;
  changed: ChangedTexts;
}

/** The languages that are offered, the default first. */
export function offeredLanguages({ languages }: PageMetaFile, site: ClientSite): string[] {
  const hidden = site.hiddenLanguages();
  return languages.filter((code) => !hidden.includes(code));
}

/** Those of what it shows, where that has some, with the site's name in the title. */
function headTexts(meta: PageMetaFile, { page, pair, texts, language, changed }: Head): PageTexts {
  const ofPage = textsOf(page, language, changed, meta);
  if (texts) return { title: `${texts.title} | ${meta.site}`, description: texts.description || ofPage.description };
  const withPair = (text: string) => text.replaceAll('{{pair}}', pair ?? '');
  return { title: withPair(ofPage.title), description: withPair(ofPage.description) };
}

export function headOf(meta: PageMetaFile, head: Head, site: ClientSite): string {
  const { page, language, changed } = head;
  const { publicUrl } = site;
  const texts = headTexts(meta, head);
  // Where the part that varies is not named, the rendering is the same for all of its pages.
  const path = page.index || page.unlisted ? canonicalPath(page, head) : undefined;
  const address = (code: string) => (path === undefined ? '' : escapeHtml(publicUrl + inLanguage(path, code, meta)));
  const [title, description] = [escapeHtml(texts.title), escapeHtml(texts.description)];
  const byDefault = meta.languages[0] as string;
  const links = [
    `<link rel="canonical" href="${address(language)}" />`,
    ...offeredLanguages(meta, site).map(
      (code) => `<link rel="alternate" hreflang="${code}" href="${address(code)}" />`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${address(byDefault)}" />`,
  ];
  return [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}" />`,
    `<meta name="robots" content="${page.index ? 'index, follow' : 'noindex'}" />`,
    `<meta property="og:type" content="${page.item ? 'article' : 'website'}" />`,
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${description}" />`,
    `<meta property="og:url" content="${address(language)}" />`,
    // A page without a description has no address to be known by.
    ...(path === undefined ? [] : links),
    ...notesForClient(site, language, changed, meta),
  ].join('\n    ');
}
