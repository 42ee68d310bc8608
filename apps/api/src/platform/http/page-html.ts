/**
 * The HTML of the client's pages: index.html of the build with the title, the description and the links of the page asked for,
 * for search engines and previews of links, which run no script.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AddressParts,
  canonicalPath,
  createPageTable,
  languagePrefixOf,
  type PageMeta,
  type PageMetaFile,
  pageMetaFile,
  paths,
} from '@pelican/shared/client-paths';
import { clientLanguages } from '@pelican/shared/contracts/system';
import { LRUCache } from 'lru-cache';
import { escapeHtml } from './html.ts';
import { type PageForms, pageForms } from './page-forms.ts';
import {
  type ChangedTexts,
  type ClientSite,
  type Head,
  headOf,
  inLanguage,
  linksToFiles,
  offeredLanguages,
} from './page-head.ts';

const placeholder = /<!-- page:[\s\S]*?<!-- \/page -->/;

export interface RenderedPage extends PageForms {
  /** 503: whether there is such a page cannot be read now. */
  status: 200 | 404 | 503;
  /** A page of the console: it shows what people have written to us alone. */
  isConsole: boolean;
}

export interface PageRenderer {
  /**
   * @param pathname of the address, with its language
   * @param ip the visitor's, in whose budget a text counts that has to be read
   */
  render(pathname: string, ip: string): Promise<RenderedPage>;
  /** Addresses of all pages for search engines, as a sitemap of sitemaps.org. */
  sitemap(): Promise<string>;
}

/** Some kilobytes each, in three forms. */
const renderedMax = 5_000;

interface Build {
  /** Another one after each build. */
  version: string;
  html: string;
  meta: PageMetaFile;
  find: ReturnType<typeof createPageTable<PageMeta>>;
  /** By page and language. Only what is listed or published has pages, and what was published comes to an end: the latest ones are kept. */
  rendered: LRUCache<string, { state: string; page: Promise<RenderedPage> }>;
}

async function readBuild(webDist: string, version: string): Promise<Build> {
  const [html, meta] = await Promise.all([
    readFile(join(webDist, 'index.html'), 'utf8'),
    readFile(join(webDist, pageMetaFile), 'utf8').then((text) => JSON.parse(text) as PageMetaFile),
  ]);
  return { version, html, meta, find: createPageTable(meta.pages), rendered: new LRUCache({ max: renderedMax }) };
}

/**
 * English, the default, has no prefix. Codes are taken away up to the first other language that is supported, as the client
 * does it (apps/web/src/platform/language.ts).
 */
function splitLanguage(pathname: string, [byDefault = 'en', ...others]: string[]): { language: string; path: string } {
  const prefix = languagePrefixOf(pathname);
  const language = prefix
    .toLowerCase()
    .split('/')
    .find((code) => others.includes(code));
  return { language: language ?? byDefault, path: pathname.slice(prefix.length) || '/' };
}

/** The beginning of the document in a language. */
function rootOf(language: string): string {
  const dir = clientLanguages.find(({ code }) => code === language)?.dir ?? 'ltr';
  return `<html lang="${language}" dir="${dir}"`;
}

interface LocatedPage extends AddressParts {
  page: PageMeta;
  status: RenderedPage['status'];
  /** Of the item that it shows, with a slug; changes with what is shown. */
  version?: number;
}

/** A page that shows nothing of its own. */
const unnamed = { pair: undefined, slug: undefined };

/**
 * The page of a path; a pair that is not listed is answered elsewhere.
 * @returns undefined for a path that no row has, and for what visitors do not see
 */
async function locate(build: Build, path: string, site: ClientSite): Promise<LocatedPage | undefined> {
  const found = build.find(path);
  if (!found) return undefined;
  const { page, pair, slug } = found;
  const plain: LocatedPage = { ...unnamed, page, status: 200 };
  if (page.item && slug !== undefined) {
    const version = await site.announcements.version(slug);
    if (version === 'unavailable') return unreadable(plain);
    return version === undefined ? undefined : { ...plain, slug, version };
  }
  if (!page.market || pair === undefined) return plain;
  const { venue, elsewhere } = page.market;
  return site.markets(venue).includes(pair) ? { ...plain, pair } : locate(build, elsewhere, site);
}

/** No text of an address that may be none comes back in the page. */
function unreadable({ page }: LocatedPage): LocatedPage {
  return { ...unnamed, page, status: 503 };
}

/** Paths of the pages that search engines list; one for each that a row with a varying part has. */
async function pathsForSearch({ meta }: Build, site: ClientSite): Promise<string[]> {
  const listed = meta.pages.filter(({ index, canonical }) => index && canonical === undefined);
  const byPage = listed.map(async (page) => {
    if (page.market) return site.markets(page.market.venue).map((pair) => canonicalPath(page, { ...unnamed, pair }));
    if (page.item) return (await site.announcements.slugs()).map((slug) => canonicalPath(page, { ...unnamed, slug }));
    return [canonicalPath(page, unnamed)];
  });
  return (await Promise.all(byPage)).flat().filter((path) => path !== undefined);
}

function isOperatorPath(pattern: string): boolean {
  return pattern === paths.operators || pattern.startsWith(`${paths.operators}/`);
}

function missing({ find }: Build): LocatedPage {
  const page = find(paths.notFound)?.page ?? { path: paths.notFound, index: false };
  return { ...unnamed, page, status: 404 };
}

interface Visit {
  language: string;
  changed: ChangedTexts;
  ip: string;
}

/** What a rendering is kept by, and what it was made of: another state of it makes it anew. */
interface Kept {
  key: string;
  state: string;
}

function keptBy({ page, status, pair, slug, version }: LocatedPage, visit: Visit, site: ClientSite): Kept {
  return {
    key: `${status} ${visit.language} ${page.path} ${pair ?? slug ?? ''}`,
    state: [version ?? '', visit.changed.version, ...site.hiddenLanguages()].join(' '),
  };
}

function keptPage({ rendered }: Build, { key, state }: Kept): Promise<RenderedPage> | undefined {
  const known = rendered.get(key);
  return known?.state === state ? known.page : undefined;
}

/** Of the item that the page shows; `none` for a page that shows no item, undefined when visitors do not see it. */
async function itemTexts({ slug, version }: LocatedPage, { language, ip }: Visit, site: ClientSite) {
  if (slug === undefined || version === undefined) return 'none';
  return site.announcements.texts({ slug, version, language, ip });
}

function htmlOf(build: Build, head: Head, site: ClientSite): string {
  const { page, language } = head;
  const headHtml = headOf(build.meta, head, site);
  return (
    build.html
      .replace(placeholder, () => headHtml)
      // Behind the files of every page, which all others need.
      .replace('</head>', () => `${linksToFiles(build.meta, page, language)}</head>`)
      .replace(/<html lang="en"(?: dir="ltr")?/, rootOf(language))
  );
}

async function renderHtml({ page, status }: LocatedPage, html: string): Promise<RenderedPage> {
  return { status, isConsole: isOperatorPath(page.path), ...(await pageForms(html)) };
}

/** The page as it is kept, or made now: only then a text of its own is read. */
async function show(build: Build, located: LocatedPage, visit: Visit, site: ClientSite): Promise<RenderedPage> {
  const kept = keptBy(located, visit, site);
  const ready = keptPage(build, kept);
  if (ready) return ready;
  const texts = await itemTexts(located, visit, site);
  if (texts === 'unavailable') return show(build, unreadable(located), visit, site);
  if (texts === undefined) return show(build, missing(build), visit, site);
  const madeMeanwhile = keptPage(build, kept);
  if (madeMeanwhile) return madeMeanwhile;
  const head = { ...located, ...visit, texts: texts === 'none' ? undefined : texts };
  const page = renderHtml(located, htmlOf(build, head, site));
  build.rendered.set(kept.key, { state: kept.state, page });
  return page;
}

/** By both files: a build that is written in place changes one after the other. */
async function buildVersion(webDist: string): Promise<string> {
  const files = await Promise.all(['index.html', pageMetaFile].map((name) => stat(join(webDist, name))));
  return files.map(({ mtimeMs }) => mtimeMs).join(' ');
}

/** Reads the build when it is first asked for, and again when it has changed. */
export function createPageRenderer(site: ClientSite): PageRenderer {
  let reading: Promise<Build> | undefined;
  async function currentBuild(): Promise<Build> {
    const version = await buildVersion(site.webDist);
    const known = await reading?.catch(() => undefined);
    if (known?.version === version) return known;
    reading = readBuild(site.webDist, version);
    return reading;
  }

  return {
    async render(pathname, ip) {
      const build = await currentBuild();
      const { language, path } = splitLanguage(pathname, offeredLanguages(build.meta, site));
      const located = (await locate(build, path, site)) ?? missing(build);
      return show(build, located, { language, ip, changed: await site.changedTexts(language) }, site);
    },
    async sitemap() {
      const build = await currentBuild();
      const { meta } = build;
      const all = await pathsForSearch(build, site);
      const urls = all.flatMap((path) =>
        offeredLanguages(meta, site).map(
          (code) => `<url><loc>${escapeHtml(site.publicUrl + inLanguage(path, code, meta))}</loc></url>`,
        ),
      );
      return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
    },
  };
}

/** What programs that read the whole site leave out. */
export function robotsText(publicUrl: string): string {
  return `User-agent: *\nDisallow: /user/\nDisallow: /ops/\nDisallow: /v2/\nDisallow: /v3/\nSitemap: ${publicUrl}/sitemap.xml\n`;
}
