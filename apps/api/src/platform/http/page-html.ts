/**
 * The HTML of the client's pages: index.html of the build with the title, the description and the links of the page asked for,
 * for search engines and previews of links, which run no script.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createPageTable, type PageMeta, type PageMetaFile, pageMetaFile, paths } from '@pelican/shared/client-paths';
import { clientLanguages } from '@pelican/shared/contracts/system';
import { escapeHtml } from './html.ts';
import { type ClientSite, headOf, inLanguage, offeredLanguages } from './page-head.ts';

const languageSegments = /^(?:\/[a-z]{2}(?:-[a-z]{2,4})?(?=\/|$))*/i;
const placeholder = /<!-- page:[\s\S]*?<!-- \/page -->/;

export interface RenderedPage {
  status: 200 | 404;
  /** A page of the console: it shows what people have written to us alone. */
  isConsole: boolean;
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
  /** By page and language: finite, because a page is found by the table and a pair by the lists of markets. */
  rendered: Map<string, { state: string; page: Promise<RenderedPage> }>;
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

/** The beginning of the document in a language. */
function rootOf(language: string): string {
  const dir = clientLanguages.find(({ code }) => code === language)?.dir ?? 'ltr';
  return `<html lang="${language}" dir="${dir}"`;
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

function isOperatorPath(pattern: string): boolean {
  return pattern === paths.operators || pattern.startsWith(`${paths.operators}/`);
}

function notFoundPage({ find }: Build): PageMeta {
  return find(paths.notFound)?.page ?? { path: paths.notFound, index: false };
}

/** Nearly as small as the highest, in a tenth of its time. */
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } };
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

async function compressed(html: string): Promise<Pick<RenderedPage, 'plain' | 'br' | 'gzip'>> {
  const plain = Buffer.from(html);
  const [br, gzip] = await Promise.all([brotli(plain, brotliQuality), gzipped(plain)]);
  return { plain, br, gzip };
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
      const { language, path } = splitLanguage(pathname, offeredLanguages(build.meta, site));
      const found = locate(build, path, site);
      const status: RenderedPage['status'] = found ? 200 : 404;
      const { page, pair } = found ?? { page: notFoundPage(build), pair: undefined };
      const changed = await site.changedTexts(language);
      const state = [changed.version, ...site.hiddenLanguages()].join(' ');
      const key = `${status} ${language} ${page.path} ${pair ?? ''}`;
      const known = build.rendered.get(key);
      if (known?.state === state) return known.page;
      const head = headOf(build.meta, { page, pair, language, changed }, site);
      const html = build.html
        .replace(placeholder, () => head)
        .replace(/<html lang="en"(?: dir="ltr")?/, rootOf(language));
      const isConsole = isOperatorPath(page.path);
      const rendering = compressed(html).then((forms) => ({ status, isConsole, ...forms }));
      build.rendered.set(key, { state, page: rendering });
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
