/** Texts that operators have changed, as each API process has them: a copy that is compared with Postgres every two seconds. */
import type { ClientLanguage } from '@pelican/shared/contracts/system';
import type { Logger } from 'pino';
import type { Queryable } from '../../platform/database/index.ts';
import type { ChangedTexts } from '../../platform/http/index.ts';
import { pollEvery } from '../../platform/polling/index.ts';

const pollMs = 2_000;

export interface ChangedTextsByLanguage {
  of(language: ClientLanguage): ChangedTexts;
  stop(): void;
}

const none: ChangedTexts = { version: '', texts: new Map() };

/**
 * Resolves after the first read. A later one that fails leaves the copy as it is.
 * @throws what the first read throws
 */
export async function startChangedTexts({
  pool,
  log,
}: {
  pool: Queryable;
  log: Pick<Logger, 'warn'>;
}): Promise<ChangedTextsByLanguage> {
  let version = await readVersion(pool);
  let byLanguage = await readChangedTexts(pool);
  const stop = pollEvery(
    pollMs,
    async () => {
      const newest = await readVersion(pool);
      if (newest === version) return;
      byLanguage = await readChangedTexts(pool);
      version = newest;
    },
    (error) => log.warn({ err: error }, 'the texts that operators have changed could not be read'),
  );
  return {
    of: (language) => byLanguage.get(language) ?? none,
    stop,
  };
}

/** Changes are made one after another, each with a higher id: what is deleted lowers the count, what is written raises the id. */
async function readVersion(pool: Queryable): Promise<string> {
  const { rows } = await pool.query<{ version: string }>(
    `SELECT count(*) || '.' || coalesce(max(id), 0) AS version FROM text_overrides`,
  );
  return rows[0]?.version as string;
}

async function readChangedTexts(pool: Queryable): Promise<Map<string, ChangedTexts>> {
  const { rows } = await pool.query<{ id: string; language: string; key: string; text: string }>(
    `SELECT id, language, namespace || ':' || key AS key, text FROM text_overrides ORDER BY id`,
  );
  return new Map(
    [...Map.groupBy(rows, ({ language }) => language)].map(([language, ofLanguage]) => [
      language,
      {
        version: `${ofLanguage.length}.${ofLanguage.at(-1)?.id}`,
        texts: new Map(ofLanguage.map(({ key, text }) => [key, text])),
      },
    ]),
  );
}
