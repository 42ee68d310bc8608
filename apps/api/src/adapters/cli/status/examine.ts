/** How the exchange is, asked of its servers and of what its processes leave in DATA_DIR. */
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  comparePositions,
  positionTimeMs,
  type Shard,
  shardKeys,
  shardParts,
  tickerLease,
} from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import { outboxFigures } from '../../../jobs/index.ts';
import { findStopped } from '../../../modules/payments/index.ts';
import {
  ensureExchangeId,
  lagBehind,
  missingEvents,
  newestEventId,
  readCursor,
  readPressures,
} from '../../../shards/index.ts';
import { readTickerState } from '../../../ticker/index.ts';
import type { OpsContext } from '../context.ts';

export interface StatusLine {
  what: string;
  isWell: boolean;
  says: string;
}

/** Behind by more than this a follower is stuck. */
const behindMsMax = 5_000;
const outboxSecondsMax = 60;
const askTimeoutMs = 3_000;
const manifest = resolve(import.meta.dirname, '../../../../../../package.json');

/** One line a part; none of them throws. */
export async function examineExchange(context: OpsContext): Promise<StatusLine[]> {
  const parts: [what: string, ask: () => Promise<Omit<StatusLine, 'what'>>][] = [
    ['pelican', pelican],
    ['postgres', () => postgres(context)],
    ['redis', () => redisServer(context)],
    ['pair', () => pair(context)],
    ...context.config.shards.flatMap((shard): [string, () => Promise<Omit<StatusLine, 'what'>>][] => [
      [shardParts(shard).engine, () => engine(context, shard)],
      [`snapshot-${shard.name}`, () => snapshot(context, shard)],
      [shardParts(shard).settlement, () => settlement(context, shard)],
    ]),
    ['intake', () => intake(context)],
    ['ticker', () => ticker(context)],
    ['outbox', () => outbox(context)],
    ['transfers', () => transfers(context)],
    ['payouts', () => payouts(context)],
    ['api', () => api(context)],
    ['processes', () => processes(context)],
  ];
  const lines: StatusLine[] = [];
  for (const [what, ask] of parts) {
    const line = await ask().catch((error: Error) => ({ isWell: false, says: error.message || 'does not answer' }));
    lines.push({ what, ...line });
  }
  return lines;
}

async function payouts({ pool }: OpsContext): Promise<Omit<StatusLine, 'what'>> {
  const stopped = await findStopped(pool);
  const names = stopped.map(({ ticker, method }) => `${ticker} by ${method}`);
  if (names.length === 0) return { isWell: true, says: 'no method is stopped' };
  return { isWell: false, says: `stopped since a restore, until they are compared: ${names.join(', ')}` };
}

async function pelican(): Promise<Omit<StatusLine, 'what'>> {
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
  return { isWell: true, says: `${version}, Node ${process.versions.node}` };
}

async function postgres({ pool }: OpsContext): Promise<Omit<StatusLine, 'what'>> {
  const { rows } = await pool.query<{ version: string; size: string; connections: string }>(
    `SELECT current_setting('server_version') AS version, pg_size_pretty(pg_database_size(current_database())) AS size,
      (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()) AS connections`,
  );
  const { version, size, connections } = rows[0] ?? { version: '?', size: '?', connections: '?' };
  return { isWell: true, says: `${version}, ${size}, ${connections} connections` };
}

async function redisServer(context: OpsContext): Promise<Omit<StatusLine, 'what'>> {
  const redis = await context.redis();
  const facts = infoOf(await redis.info());
  const isWriting = facts.get('aof_last_write_status') === 'ok';
  const lost = isWriting ? '' : ', CANNOT WRITE ITS JOURNAL';
  const memory = facts.get('used_memory_human') ?? '?';
  return { isWell: isWriting, says: `${facts.get('redis_version') ?? '?'}, ${memory} in memory${lost}` };
}

function infoOf(text: string): Map<string, string> {
  return new Map(
    text.split(/\r?\n/).flatMap((line) => {
      const at = line.indexOf(':');
      return at < 1 ? [] : [[line.slice(0, at), line.slice(at + 1)] as const];
    }),
  );
}

async function pair(context: OpsContext): Promise<Omit<StatusLine, 'what'>> {
  const id = await ensureExchangeId(await context.redis(), context.pool);
  return { isWell: true, says: `Postgres and Redis belong together (${id})` };
}

async function engine(context: OpsContext, shard: Shard): Promise<Omit<StatusLine, 'what'>> {
  const redis = await context.redis();
  const { commands, lease } = shardKeys(shard);
  const [event, isLed, length] = await Promise.all([
    newestEventId(redis, shard),
    redis.exists(lease),
    redis.xlen(commands),
  ]);
  const lag = await lagLine(redis, commands, event);
  const leads = isLed === 1 ? '' : ', NOBODY LEADS';
  return { isWell: lag.isWell && isLed === 1, says: `at ${event}, ${lag.says}, ${length} entries in Redis${leads}` };
}

async function lagLine(redis: Redis, stream: string, reached: string): Promise<Omit<StatusLine, 'what'>> {
  const lagMs = await lagBehind(redis, stream, reached);
  return { isWell: lagMs <= behindMsMax, says: lagMs === 0 ? 'nothing waits' : `${lagMs} ms behind` };
}

async function snapshot({ config }: OpsContext, shard: Shard): Promise<Omit<StatusLine, 'what'>> {
  const names = await readdir(join(config.dataDir, 'engine', shard.name, 'snapshots')).catch(() => []);
  const positions = names.flatMap((name) => /^(\d+-\d+)\.snap$/.exec(name)?.[1] ?? []).sort(comparePositions);
  const newest = positions.at(-1);
  if (newest === undefined) return { isWell: true, says: `none in ${config.dataDir} yet` };
  const taken = new Date(positionTimeMs(newest)).toISOString();
  return { isWell: true, says: `at ${newest} (${taken}), ${positions.length} kept` };
}

async function settlement(context: OpsContext, shard: Shard): Promise<Omit<StatusLine, 'what'>> {
  const { position, seq } = await readCursor(context.pool, shard);
  const lag = await lagLine(await context.redis(), shardKeys(shard).events, position);
  const missing = await missingEvents(await context.redis(), shard);
  const says = `at ${position}, ${seq} commands, ${lag.says}`;
  return missing === undefined ? { isWell: lag.isWell, says } : { isWell: false, says: `${says}; ${missing}` };
}

/** The pressures against the watermarks of this environment. */
async function intake(context: OpsContext): Promise<Omit<StatusLine, 'what'>> {
  const redis = await context.redis();
  const { shards, intake: limits } = context.config;
  const pressures = await readPressures(redis, shards, limits);
  const all = [...pressures.shared, ...pressures.lags];
  const passed = all.filter(({ level }) => level >= 1);
  return passed.length > 0
    ? { isWell: false, says: `NO NEW ORDERS ARE TAKEN: ${passed.map(({ says }) => says).join('; ')}` }
    : { isWell: true, says: all.map(({ says }) => says).join('; ') };
}

async function ticker(context: OpsContext): Promise<Omit<StatusLine, 'what'>> {
  const redis = await context.redis();
  const [isLed, state] = await Promise.all([redis.exists(tickerLease), readTickerState(redis)]);
  if (isLed !== 1) return { isWell: false, says: 'NOBODY LEADS' };
  if (!state) return { isWell: true, says: 'no instruments to tick for' };
  const ageMs = Math.max(0, Date.now() - state.n * 1000);
  const markets = Object.values(state.markets).length;
  return { isWell: ageMs <= behindMsMax, says: `second ${state.n} sent for ${markets} instruments, ${ageMs} ms ago` };
}

async function outbox({ pool }: OpsContext): Promise<Omit<StatusLine, 'what'>> {
  const { waiting, oldestSeconds } = await outboxFigures(pool);
  if (waiting === 0) return { isWell: true, says: 'nothing waits' };
  const { rows } = await pool.query<{ key: string; error: string | null }>(
    'SELECT key, error FROM outbox_commands WHERE done_at IS NULL ORDER BY error IS NULL, id LIMIT 3',
  );
  const keys = rows.map(({ key, error }) => (error === null ? key : `${key} CANNOT BE SENT: ${error}`)).join(', ');
  return {
    isWell: oldestSeconds <= outboxSecondsMax && rows.every(({ error }) => error === null),
    says: `${waiting} commands wait for the engine, the oldest for ${Math.round(oldestSeconds)} s (${keys})`,
  };
}

async function transfers({ pool }: OpsContext): Promise<Omit<StatusLine, 'what'>> {
  const { rows } = await pool.query<{ waiting: string; mismatched: string[] | null; mails: string }>(
    `SELECT (SELECT count(*) FROM transfers WHERE status = 'pending') AS waiting,
      (SELECT array_agg(id::text ORDER BY id) FROM transfers
        WHERE status = 'pending' AND reject_code = 'transfer_mismatch') AS mismatched,
      (SELECT count(*) FROM messages WHERE sent_at IS NULL) AS mails`,
  );
  const says = `${rows[0]?.waiting} under way; ${rows[0]?.mails} mails not sent`;
  const mismatched = rows[0]?.mismatched;
  if (!mismatched) return { isWell: true, says };
  return { isWell: false, says: `${says}; the engine knows these ids with other content: ${mismatched.join(', ')}` };
}

async function api({ config }: OpsContext): Promise<Omit<StatusLine, 'what'>> {
  if (config.apiUrl === undefined) return { isWell: true, says: 'not asked: API_URL is not set' };
  const response = await fetch(`${config.apiUrl}/health`, { signal: AbortSignal.timeout(askTimeoutMs) });
  const body = (await response.json()) as { status?: string; parts?: Record<string, { ok: boolean }> };
  const ill = Object.entries(body.parts ?? {}).flatMap(([name, { ok }]) => (ok ? [] : [name]));
  const complaints = ill.length > 0 ? `, ill: ${ill.join(', ')}` : '';
  return { isWell: response.status === 200, says: `${config.apiUrl} says ${body.status}${complaints}` };
}

async function processes({ config }: OpsContext): Promise<Omit<StatusLine, 'what'>> {
  const folder = join(config.dataDir, 'run');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.pid')).sort();
  const found = await Promise.all(
    names.map(async (name) => ({
      part: name.slice(0, -'.pid'.length),
      isAlive: isAlive(Number(await readFile(join(folder, name), 'utf8'))),
    })),
  );
  const dead = found.filter((one) => !one.isAlive).map(({ part }) => part);
  const alive = found.filter((one) => one.isAlive).map(({ part }) => part);
  const says = [
    alive.join(', ') || `none known in ${folder}`,
    ...(dead.length > 0 ? [`DEAD: ${dead.join(', ')}`] : []),
  ];
  return { isWell: dead.length === 0, says: says.join('; ') };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process is alive too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
