/** The flags that operators set for the whole exchange, as each API process has them: a copy that is read again every two seconds. */
import { DomainError } from '@pelican/shared/contracts';
import { type FlagKey, type FlagValues, flagKeys, flagSchemas, unsetFlags } from '@pelican/shared/contracts/system';
import type { Logger } from 'pino';
import type { Queryable } from '../../platform/database/index.ts';
import { pollEvery } from '../../platform/polling/index.ts';

const pollMs = 2_000;

export interface SystemFlags {
  current(): FlagValues;
  /** @throws DomainError trading_paused while operators have the venue take no new orders */
  requireTrading(venue: 'spot' | 'perpetual'): void;
  /** @throws DomainError quick_swap_paused while operators have no swaps taken */
  requireQuickSwap(): void;
  /** @throws DomainError p2p_take_blocked, p2p_create_blocked unless bids on offers, or new offers, are taken */
  requireLoans(what: 'take' | 'create'): void;
  stop(): void;
}

interface FlagsDeps {
  pool: Queryable;
  log: Pick<Logger, 'warn'>;
  /** What the deployment has where operators have set no links. */
  links: FlagValues['links'];
}

/**
 * Resolves after the first read. A later one that fails leaves the copy as it is.
 * @throws what the first read throws
 */
export async function startSystemFlags({ pool, log, links }: FlagsDeps): Promise<SystemFlags> {
  const unset = { ...unsetFlags, links };
  const read = async () => ({ ...unset, ...(await readFlags(pool, log)) });
  let values: FlagValues = await read();
  const stop = pollEvery(
    pollMs,
    async () => {
      values = await read();
    },
    (error) => log.warn({ err: error }, 'the flags of the exchange could not be read'),
  );
  return {
    current: () => values,
    requireTrading(venue) {
      if (values.trading_pause[venue]) throw new DomainError('trading_paused');
    },
    requireQuickSwap() {
      if (values.quick_swap.paused) throw new DomainError('quick_swap_paused');
    },
    requireLoans(what) {
      if (!values.p2p_loans[what]) throw new DomainError(`p2p_${what}_blocked`);
    },
    stop,
  };
}

/** What counts in place of a value that another release has written and this one cannot read: nothing opens by it. */
const unreadable: Partial<FlagValues> = {
  trading_pause: { spot: true, perpetual: true },
  quick_swap: { paused: true },
  p2p_loans: { take: false, create: false },
};

/** What a stored value counts as in this release; undefined: as if nobody had set it. */
export function readFlag<Key extends FlagKey>(
  key: Key,
  stored: unknown,
): { isReadable: boolean; value: FlagValues[Key] | undefined } {
  const { data, success } = flagSchemas[key].safeParse(stored);
  return { isReadable: success, value: success ? (data as FlagValues[Key]) : unreadable[key] };
}

/** As Postgres has it now, for parts that keep no copy; what nobody has set is as it is unset. */
export async function readFlagNow<Key extends FlagKey>(db: Queryable, key: Key): Promise<FlagValues[Key]> {
  const { rows } = await db.query<{ value: unknown }>('SELECT value FROM system_flags WHERE key = $1', [key]);
  return (rows[0] && readFlag(key, rows[0].value).value) ?? unsetFlags[key];
}

/** Those that are set. */
async function readFlags(pool: Queryable, log: FlagsDeps['log']): Promise<Partial<FlagValues>> {
  const { rows } = await pool.query<{ key: FlagKey; value: unknown }>(
    'SELECT key, value FROM system_flags WHERE key = ANY ($1)',
    [flagKeys],
  );
  return Object.fromEntries(
    rows.flatMap(({ key, value }) => {
      const flag = readFlag(key, value);
      if (!flag.isReadable) log.warn({ key }, 'a flag of the exchange is not readable');
      return flag.value === undefined ? [] : [[key, flag.value]];
    }),
  );
}
