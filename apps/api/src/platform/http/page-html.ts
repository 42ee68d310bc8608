/**
 * The HTML of the client's pages: index.html of the build with the title, the description and the links of the page asked for,
 * for search engines and previews of links, which run no script.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import {
  createPageTable,
  type PageMeta,
  type PageMetaFile,
  type PageTexts,
  pageMetaFile,
  paths,
} from '@pelican/shared/client-paths';

const languageSegments = /^(?:\/[a-z]{2}(?:-[a-z]{2,4})?(?=\/|$))*/i;
const placeholder = /<!-- page:[\s\S]*?<!-- \/page -->/;

export interface ClientSite {
  /** The client's build. */
  webDist: string;
  /** Where the site is reached, without a slash at its end. */
  publicUrl: string;
  /** Names of the markets that are listed. */
  markets(venue: 'spot' | 'perpetual'): string[];
}

export interface RenderedPage {
  status: 200 | 404;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

export interface PageRenderer {
  /** @param pathname of the address, with its language */
  render(pathname: string): Promise<RenderedPage>;
  /** Addresses of all pages for search engines, as a sitemap of sitemaps.org. */
  sitemap(): Promise<string>;
}

interface Build {
  changedMs: number;
  html: string;
  meta: PageMetaFile;
  find: ReturnType<typeof createPageTable<PageMeta>>;
  /** Finite, because a page is found by the table and a pair by the lists of markets. */
  rendered: Map<string, Promise<RenderedPage>>;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] as string);
}

async function readBuild(webDist: string, changedMs: number): Promise<Build> {
  const [html, meta] = await Promise.all([
    readFile(join(webDist, 'index.html'), 'utf8'),
    readFile(join(webDist, pageMetaFile), 'utf8').then((text) => JSON.parse(text) as PageMetaFile),
  ]);
  return { changedMs, html, meta, find: createPageTable(meta.pages), rendered: new Map() };
}

/**
 * English, the default, has no prefix. Codes are taken away up to the first other language that is supported, as the client
 * does it (apps/web/src/platform/language.ts).
 */
function splitLanguage(pathname: string, [byDefault = 'en', ...others]: string[]): { language: string; path: string } {
  const prefix = languageSegments.exec(pathname)?.[0] ?? '';
  const language = prefix
    .toLowerCase()
    .split('/')
    .find((code) => others.includes(code));
  return { language: language ?? byDefault, path: pathname.slice(prefix.length) || '/' };
}

function inLanguage(path: string, language: string, meta: PageMetaFile): string {
  return language === meta.languages[0] ? path : `/${language}${path === '/' ? '' : path}`;
}

/** The page of a path, and the path by which search engines know it; a pair that is not listed is answered elsewhere. */
function locate(
  build: Build,
  path: string,
  site: ClientSite,
): { page: PageMeta; pair: string | undefined } | undefined {
  const found = build.find(path);
  if (!found?.page.market || found.pair === undefined) return found && { page: found.page, pair: undefined };
  const { venue, elsewhere } = found.page.market;
  if (site.markets(venue).includes(found.pair)) return found;
  return locate(build, elsewhere, site);
}

function textsOf({ texts = {} }: PageMeta, language: string, meta: PageMetaFile): PageTexts {
  const byDefault = meta.languages[0] as string;
  return texts[language] ?? texts[byDefault] ?? meta.texts[language] ?? { title: meta.site, description: '' };
}

function headOf(build: Build, page: PageMeta, pair: string | undefined, language: string, publicUrl: string): string {
  const { meta } = build;
  const texts = textsOf(page, language, meta);
  const withPair = (text: string) => escapeHtml(text.replaceAll('{{pair}}', pair ?? ''));
  const path = (page.canonical ?? page.path).replace(':pair', pair ?? '');
  // A page with a part that varies has no address of its own here: the rendering is the same for all of them.
  const hasAddress = page.index && !/[:*]/.test(path);
  const address = (code: string) => escapeHtml(publicUrl + inLanguage(path, code, meta));
  const [title, description] = [withPair(texts.title), withPair(texts.description)];
  const byDefault = meta.languages[0] as string;
  const links = [
    `<link rel="canonical" href="${address(language)}" />`,
    ...meta.languages.map((code) => `<link rel="alternate" hreflang="${code}" href="${address(code)}" />`),
    `<link rel="alternate" hreflang="x-default" href="${address(byDefault)}" />`,
  ];
  return [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}" />`,
    `<meta name="robots" content="${page.index ? 'index, follow' : 'noindex'}" />`,
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${description}" />`,
    `<meta property="og:url" content="${hasAddress ? address(language) : ''}" />`,
    // What is not for search engines has no address to be known by.
    ...(hasAddress ? links : []),
  ].join('\n    ');
}

function notFoundPage({ find }: Build): PageMeta {
  return find(paths.notFound)?.page ?? { path: paths.notFound, index: false };
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

async function compressed(status: RenderedPage['status'], html: string): Promise<RenderedPage> {
  const plain = Buffer.from(html);
  const [br, gzip] = await Promise.all([brotli(plain), gzipped(plain)]);
  return { status, plain, br, gzip };
}

/** Reads the build when it is first asked for, and again when it has changed. */
export function createPageRenderer(site: ClientSite): PageRenderer {
  let reading: Promise<Build> | undefined;
  async function currentBuild(): Promise<Build> {
    const changedMs = (await stat(join(site.webDist, 'index.html'))).mtimeMs;
    const known = await reading?.catch(() => undefined);
    if (known?.changedMs === changedMs) return known;
    reading = readBuild(site.webDist, changedMs);
    return reading;
  }

  return {
    async render(pathname) {
      const build = await currentBuild();
      const { language, path } = splitLanguage(pathname, build.meta.languages);
      const found = locate(build, path, site);
      const status = found ? 200 : 404;
      const { page, pair } = found ?? { page: notFoundPage(build), pair: undefined };
      const key = `${status} ${language} ${page.path} ${pair ?? ''}`;
      const known = build.rendered.get(key);
      if (known) return known;
      const head = headOf(build, page, pair, language, site.publicUrl);
      const html = build.html.replace(placeholder, () => head).replace('<html lang="en"', `<html lang="${language}"`);
      const rendering = compressed(status, html);
      build.rendered.set(key, rendering);
      return rendering;
    },
    async sitemap() {
      const { meta } = await currentBuild();
      const listed = meta.pages.filter(({ index, canonical }) => index && canonical === undefined);
      const all = listed.flatMap(({ path, market }) =>
        market
          ? site.markets(market.venue).map((pair) => path.replace(':pair', pair))
          : /[:*]/.test(path)
            ? []
            : [path],
      );
      const urls = all.flatMap((path) =>
        meta.languages.map(
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
