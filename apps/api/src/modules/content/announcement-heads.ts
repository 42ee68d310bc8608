/** What the head of the page of an announcement says, for the HTML that the server sends. */
import { isLanguage } from '@pelican/shared/contracts/system';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { type Queryable, sharedRead } from '../../platform/database/index.ts';
import type { PublishedItems } from '../../platform/http/index.ts';
import { type Beginning, findLiveSlugs, readBeginning } from './announcements.ts';

/** What is published, or hidden, is so for pages this much later. */
const liveMs = 2_000;
const headsKept = 1_000;

type Versions = ReadonlyMap<string, number>;

/** Visitors read the database once in a while, whatever addresses they ask for; without it pages are as they were known last. */
export function createAnnouncementHeads(db: Queryable, log: Pick<Logger, 'error'>): PublishedItems {
  const heads = new LRUCache<string, Promise<Beginning | undefined>>({ max: headsKept });
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

  async function textsOf(slug: string, language: string, version: number): Promise<Beginning | undefined> {
    const key = `${slug} ${language} ${version}`;
    const reading = heads.get(key) ?? readBeginning(db, slug, isLanguage(language) ? language : 'en');
    heads.set(key, reading);
    try {
      return await reading;
    } catch (error) {
      heads.delete(key);
      log.error(error, 'an announcement for the head of its page could not be read');
      return undefined;
    }
  }

  return {
    async slugs() {
      return [...((await liveVersions())?.keys() ?? [])];
    },
    async find(slug, language) {
      const versions = await liveVersions();
      if (!versions) return { state: '', texts: undefined };
      const version = versions.get(slug);
      if (version === undefined) return undefined;
      const texts = await textsOf(slug, language, version);
      return { state: texts ? String(version) : '', texts };
    },
  };
}
