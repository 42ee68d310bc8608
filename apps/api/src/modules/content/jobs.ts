/** The job of content: the news feed. */
import { every, type Job } from '../../jobs/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { fetchFeed } from './news-feed.ts';

const feedMs = 10 * 60_000;

interface ContentJobsDeps {
  pool: Queryable;
  /** Undefined: there is none. */
  newsFeedUrl: string | undefined;
}

/** A run that fails is counted in `job_runs_total` and tried again in ten minutes. */
export function contentJobs({ pool, newsFeedUrl }: ContentJobsDeps): Job[] {
  if (newsFeedUrl === undefined) return [];
  return [every(feedMs, 'content.news', (stopping) => fetchFeed(pool, newsFeedUrl, stopping))];
}
