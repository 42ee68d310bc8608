/** What the head of the page of an announcement says, for the HTML that the server sends. */
import { DomainError } from '@pelican/shared/contracts';
import { isLanguage } from '@pelican/shared/contracts/system';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { sharedRead } from '../../platform/database/index.ts';
import { type PublicReads, type PublishedItems, queryRows, type VisitedItem } from '../../platform/http/index.ts';
import { createOutageLog } from '../../platform/log/index.ts';
import { type AnnouncementSummary, findLiveSlugs, readSummary } from './announcements.ts';

/** What is published, or hidden, is so for pages this much later. */
const liveMs = 2_000;
const summariesMax = 1_000;

type Versions = ReadonlyMap<string, number>;

/**
 * What is published is read once in a while, whatever addresses visitors ask for; a text as a public read of the visitor who asks first, and its
 * read is that of all who ask while it runs. Without the database pages are as they were known last.
 */
export function createAnnouncementHeads({ pool, queue }: PublicReads, log: Pick<Logger, 'error'>): PublishedItems {
  const summaries = new LRUCache<string, AnnouncementSummary>({ max: summariesMax });
  const running = new Map<string, Promise<AnnouncementSummary | undefined>>();
  const read = sharedRead(liveMs, () => findLiveSlugs(pool));
  let known: Versions | undefined;
  const outageOf = (text: string) => createOutageLog((error) => log.error({ err: error }, text));
  const listOutage = outageOf('announcements for the heads of pages could not be read');
  const textOutage = outageOf('an announcement for the head of its page could not be read');

  async function liveVersions(): Promise<Versions | undefined> {
    try {
      known = await read();
      listOutage.succeeded();
    } catch (error) {
      listOutage.failed(error);
    }
    return known;
  }

  /** @throws DomainError too_many_requests */
  async function summaryOf({ slug, language, version, ip }: VisitedItem): Promise<AnnouncementSummary | undefined> {
    const key = `${slug} ${language} ${version}`;
    const kept = summaries.get(key);
    if (kept) return kept;
    queue.spend(ip, queryRows);
    // A read that waits for its visitor's turn is shared with nobody: who has much to read holds nobody else up.
    const underWay = running.get(key);
    if (underWay) return underWay;
    // Another visitor may have read it while this one waited, or reads it now.
    return queue.run(ip, async () => summaries.get(key) ?? running.get(key) ?? readText(key, slug, language));
  }

  function readText(key: string, slug: string, language: string): Promise<AnnouncementSummary | undefined> {
    const text = readSummary(pool, slug, isLanguage(language) ? language : 'en')
      .then((summary) => {
        textOutage.succeeded();
        if (summary) summaries.set(key, summary);
        return summary;
      })
      .finally(() => running.delete(key));
    running.set(key, text);
    return text;
  }

  return {
    async slugs() {
      return [...((await liveVersions())?.keys() ?? [])];
    },
    async version(slug) {
      const versions = await liveVersions();
      return versions ? versions.get(slug) : 'unavailable';
    },
    async texts(item) {
      try {
        return await summaryOf(item);
      } catch (error) {
        // Refused by the budget.
        if (!(error instanceof DomainError)) textOutage.failed(error);
        return 'unavailable';
      }
    },
  };
}
