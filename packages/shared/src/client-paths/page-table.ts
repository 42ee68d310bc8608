/** Which page an address belongs to; apart from what pages are called, of which the client's first view needs a part. */
import type { PageMeta } from './page-meta.ts';

/** What of the address of a page varies, as far as pages are listed by it. */
export interface AddressParts {
  /** Undefined in a path without `:pair`. */
  pair: string | undefined;
  /** Undefined in a path without `:slug`. */
  slug: string | undefined;
}

/**
 * The path by which search engines know a page: without a query, and another page's where this one is a variant.
 * @returns undefined for a page that has no one path: a part that varies is not named
 */
export function canonicalPath(
  { path, canonical = path }: Pick<PageMeta, 'path' | 'canonical'>,
  { pair, slug }: AddressParts,
): string | undefined {
  const named = canonical.replace(':pair', () => pair ?? ':pair').replace(':slug', () => slug ?? ':slug');
  return /[:*]/.test(named) ? undefined : named;
}

export interface PageMatch<Page> extends AddressParts {
  page: Page;
}

/** As the router compares: without regard to case and to a slash at the end. */
function expressionOf(pattern: string): RegExp {
  const source = pattern
    .replace(/\/$/, '')
    .replace(/\/\*$/, '(?:/.*)?')
    .replace(/\/:(pair|slug)\b/, '/(?<$1>[^/]+)')
    .replace(/\/:\w+/g, '/[^/]+');
  return new RegExp(`^${source}/?$`, 'i');
}

/** @returns a search for the first of the pages that a path, without a language, belongs to */
export function createPageTable<Page extends { path: string }>(
  pages: readonly Page[],
): (pathname: string) => PageMatch<Page> | undefined {
  const rows = pages.map((page) => ({ page, expression: expressionOf(page.path) }));
  return (pathname) => {
    for (const { page, expression } of rows) {
      const match = expression.exec(pathname);
      if (match) return { page, pair: match.groups?.pair, slug: match.groups?.slug };
    }
    return undefined;
  };
}
