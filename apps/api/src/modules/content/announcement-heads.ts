/** What the head of the page of an announcement says, for the HTML that the server sends. */
import { isLanguage } from '@pelican/shared/contracts/system';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { type Queryable, sharedRead } from '../../platform/database/index.ts';
import type { PublishedItems } from '../../platform/http/index.ts';
import { type AnnouncementSummary, findLiveSlugs, readSummary } from './announcements.ts';

/** What is published, or hidden, is so for pages this much later. */
const liveMs = 2_000;
const summariesMax = 1_000;

type Versions = ReadonlyMap<string, number>;

/** Visitors read the database once in a while, whatever addresses they ask for; without it pages are as they were known last. */
export function createAnnouncementHeads(db: Queryable, log: Pick<Logger, 'error'>): PublishedItems {
  const summaries = new LRUCache<string, Promise<AnnouncementSummary | undefined>>({ max: summariesMax });
  const read = sharedRead(liveMs, () => findLiveSlugs(db));
  let known: Versions | undefined;

  async function liveVersions(): Promise<Versions | undefined> {
    try {
      known = await read();
    } catch (error) {
      log.error(error, 'announcements for the heads of pages could not be read');
    }
    return known;
  }

  async function summaryOf(slug: string, language: string, version: number): Promise<AnnouncementSummary | undefined> {
    const key = `${slug} ${language} ${version}`;
    const reading = summaries.get(key) ?? readSummary(db, slug, isLanguage(language) ? language : 'en');
    summaries.set(key, reading);
    try {
      return await reading;
    } catch (error) {
      summaries.delete(key);
      throw error;
    }
  }

  return {
    async slugs() {
      return [...((await liveVersions())?.keys() ?? [])];
    },
    async find(slug, language) {
      const versions = await liveVersions();
      if (!versions) return 'unavailable';
      const version = versions.get(slug);
      if (version === undefined) return undefined;
      try {
        const texts = await summaryOf(slug, language, version);
        return texts && { version, texts };
      } catch (error) {
        log.error(error, 'an announcement for the head of its page could not be read');
        return 'unavailable';
      }
    },
  };
}
