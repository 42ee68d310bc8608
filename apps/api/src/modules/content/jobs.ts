/** The job of content: the news feed. */
import { every, type Job } from '../../jobs/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { fetchFeed, forgetFeed } from './news-feed.ts';

const feedMs = 10 * 60_000;

interface ContentJobsDeps {
  pool: Queryable;
  /** Undefined: there is none. */
  newsFeedUrl: string | undefined;
}

/** A run that fails is counted in `job_runs_total` and tried again in ten minutes. */
export function contentJobs({ pool, newsFeedUrl }: ContentJobsDeps): Job[] {
  const run = (stopping: AbortSignal) =>
    newsFeedUrl === undefined ? forgetFeed(pool) : fetchFeed(pool, newsFeedUrl, stopping);
  return [every(feedMs, 'content.news', run)];
}
