/** Banners above the pages. */
import { type Banner, bannerFacts } from '@pelican/shared/contracts/content';
import type { Language } from '@pelican/shared/contracts/system';
import type { Logger } from 'pino';
import type { Queryable } from '../../platform/database/index.ts';
import { liveItems } from './live-items.ts';

/** The client shows two of those that are for its page, so none that is for another one may be cut off. */
const bannersMax = 200;

/** Those that stand above pages now, by their position, then the newest. */
export async function listBanners(
  db: Queryable,
  log: Pick<Logger, 'error'>,
  lang: Language,
): Promise<{ result: Banner[] }> {
  const wanted = { kind: 'banner', facts: bannerFacts, lang, max: bannersMax, order: 'position' } as const;
  const items = await liveItems(db, log, wanted);
  return {
    result: items.map(({ id, version, title, body: text, lang: written, facts: { level, areas, link } }) => ({
      id,
      version,
      level,
      areas,
      title,
      text,
      link: link === '' ? null : link,
      lang: written,
    })),
  };
}
