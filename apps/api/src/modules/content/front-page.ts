/** What the front page shows beside its markets. */
import {
  contentImagePath,
  eventFacts,
  type FrontEvent,
  type News,
  newsFacts,
  partnerFacts,
  tweetFacts,
} from '@pelican/shared/contracts/content';
import type { Language } from '@pelican/shared/contracts/system';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { Queryable } from '../../platform/database/index.ts';
import { renderedOf } from './html.ts';
import { liveItems } from './live-items.ts';
import { readFeed } from './news-feed.ts';

const partnersMax = 24;
const newsMax = 12;
const digestMax = 6;
const eventsMax = 12;
const tweetsMax = 6;
const noFacts = z.object({});
/** Of an event whose operator named none. */
const noCondition: Record<Language, string> = { en: 'No condition yet.', hi: 'अभी कोई शर्त नहीं है।' };

type Log = Pick<Logger, 'error'>;

export async function listPartners(db: Queryable, log: Log, lang: Language) {
  const wanted = { kind: 'partner', facts: partnerFacts, lang, max: partnersMax, order: 'position' } as const;
  const items = await liveItems(db, log, wanted);
  return {
    result: items.map(({ id, title: name, facts: { link, image } }) => ({
      id,
      name,
      link,
      image: contentImagePath(image),
    })),
  };
}

/** The exchange's own, and those of the feed, by their date. */
export async function listNews(db: Queryable, log: Log, lang: Language): Promise<{ result: News[] }> {
  const items = await liveItems(db, log, { kind: 'news', facts: newsFacts, lang, max: newsMax, order: 'date' });
  const own = items.map(({ id, title, date, lang: written, facts: { link, image } }): News => {
    return { id: String(id), title, image: contentImagePath(image), date, link, lang: written };
  });
  const all = [...own, ...(await readFeed(db))].sort((one, other) => other.date - one.date);
  return { result: all.slice(0, newsMax) };
}

export async function readDigest(db: Queryable, log: Log, lang: Language) {
  const digest = await liveItems(db, log, { kind: 'digest', facts: noFacts, lang, max: digestMax, order: 'position' });
  const events = await liveItems(db, log, { kind: 'event', facts: eventFacts, lang, max: eventsMax, order: 'date' });
  return {
    result: digest.map(({ id, title, body, date, lang: written }) => ({
      id,
      title,
      text: renderedOf(body),
      date,
      lang: written,
    })),
    events: events
      .map(({ id, title, body, lang: written, facts: { places, start_time, link } }): FrontEvent => {
        const condition = body === '' ? noCondition[written] : body;
        return { id, title, places, start_time, condition, link: link === '' ? null : link, lang: written };
      })
      .sort((one, other) => one.start_time - other.start_time),
  };
}

export async function listTweets(db: Queryable, log: Log, lang: Language) {
  const items = await liveItems(db, log, { kind: 'tweet', facts: tweetFacts, lang, max: tweetsMax, order: 'date' });
  return {
    result: items.map(({ id, title: author, body: text, date, lang: written, facts: { link } }) => ({
      id,
      text,
      author,
      date,
      link: link === '' ? null : link,
      lang: written,
    })),
  };
}
