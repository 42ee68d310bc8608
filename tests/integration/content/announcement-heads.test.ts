/** What pages of announcements cost Postgres, and what is said of it. */
import { createAnnouncementHeads } from '@pelican/api/src/modules/content/index.ts';
import { createPublicReadQueue } from '@pelican/api/src/platform/http/index.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createDatabase, type TestDatabase } from '../../support/services.ts';

let database: TestDatabase;
let pool: pg.Pool;
const slug = 'ltc-listed';

beforeAll(async () => {
  database = await createDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  await pool.query(
    `WITH item AS (
        INSERT INTO content_items (kind, slug, state, publish_at, facts, updated_by)
        VALUES ('announcement', '${slug}', 'published', now(), '{"category": "listing"}', 'jane') RETURNING id
      ) INSERT INTO content_texts (item_id, language, title, body) SELECT id, 'en', 'LTC is listed', 'Now.' FROM item`,
  );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** @param textsAtOnce of one address */
function startHeads(textsAtOnce: number) {
  const limits = { rowsPerSecond: 0.001, rowsBurst: 10 * textsAtOnce };
  const queue = createPublicReadQueue({ ...limits, runningMax: 2, waitingMaxOfLane: 100, waitingMax: 1_000 });
  const error = vi.fn();
  return { heads: createAnnouncementHeads({ pool, queue }, { error }), error };
}

const inEnglish = { title: 'LTC is listed', description: 'Now.' };

test('a text counts in the budget of the address for which it is read, and of nobody who comes later', async () => {
  const { heads, error } = startHeads(1);
  const read = (language: string, ip: string) => heads.texts({ slug, version: 1, language, ip });
  expect(await read('en', '192.0.2.1')).toEqual(inEnglish);
  expect(await read('hi', '192.0.2.1')).toBe('unavailable');
  expect(await read('hi', '192.0.2.2')).toEqual(inEnglish);
  expect(await read('hi', '192.0.2.1')).toEqual(inEnglish);
  expect(error).not.toHaveBeenCalled();
});

test('visitors who come at once have one text read', async () => {
  const { heads } = startHeads(1);
  const query = vi.spyOn(pool, 'query');
  const addresses = Array.from({ length: 50 }, (_, at) => `192.0.2.${at}`);
  const texts = await Promise.all(addresses.map((ip) => heads.texts({ slug, version: 1, language: 'en', ip })));
  const reads = query.mock.calls.length;
  query.mockRestore();
  expect(new Set(texts.map((found) => JSON.stringify(found)))).toEqual(new Set([JSON.stringify(inEnglish)]));
  // Two public reads run at once, and both are of the same text.
  expect(reads).toBe(1);
});

test('while Postgres refuses, that is said once for what is published and once for texts, and again of the next time', async () => {
  const { heads, error } = startHeads(100);
  const visit = async (language: string) => [
    await heads.version(slug),
    await heads.texts({ slug, version: 1, language, ip: '192.0.2.1' }),
  ];
  const afterNextRead = () => vi.setSystemTime(Date.now() + 10_000);
  expect(await visit('en')).toEqual([1, inEnglish]);
  for (const language of ['hi', 'ta']) {
    error.mockClear();
    await pool.query('ALTER TABLE content_items RENAME TO away');
    afterNextRead();
    // As it was known last, and what was never read.
    expect(await visit('en')).toEqual([1, inEnglish]);
    expect(await visit(language)).toEqual([1, 'unavailable']);
    expect(await visit(language)).toEqual([1, 'unavailable']);
    expect(error.mock.calls.map(([, text]) => text)).toEqual([
      'announcements for the heads of pages could not be read',
      'an announcement for the head of its page could not be read',
    ]);
    await pool.query('ALTER TABLE away RENAME TO content_items');
    expect(await visit(language)).toEqual([1, inEnglish]);
  }
});
