/** Figures of the whole exchange that are read from Postgres when they are asked for: mails and the insurance fund. */
import { HouseUser } from '@pelican/shared/engine/perpetual/terms.ts';
import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { sharedRead } from '../platform/metrics/index.ts';

interface ExchangeFigures {
  mailsWaiting: number;
  mailsOldestSeconds: number;
  mailsFailed: number;
  fundCash: number | null;
}

export function addExchangeMetrics(registry: Registry, pool: pg.Pool): void {
  const read = sharedRead(() => readFigures(pool));
  const add = (name: string, help: string, figureOf: (figures: ExchangeFigures) => number | null) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const figure = figureOf(await read());
        if (figure === null) this.reset();
        else this.set(figure);
      },
    });
  add('mails_waiting', 'Mails that are not sent', ({ mailsWaiting }) => mailsWaiting);
  add(
    'mails_oldest_seconds',
    'Age of the oldest mail that is not sent',
    ({ mailsOldestSeconds }) => mailsOldestSeconds,
  );
  add(
    'mails_failed',
    'Mails of the last day that a mail server has refused at least once and that are not sent',
    ({ mailsFailed }) => mailsFailed,
  );
  add('insurance_fund_balance', 'Cash of the insurance fund, in the settlement asset', ({ fundCash }) => fundCash);
}

async function readFigures(pool: pg.Pool): Promise<ExchangeFigures> {
  const { rows } = await pool.query<ExchangeFigures>(
    `SELECT count(*)::integer AS "mailsWaiting",
            coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "mailsOldestSeconds",
            count(*) FILTER (WHERE attempts > 0)::integer AS "mailsFailed",
            (SELECT sum(cash) FROM perpetual_accounts WHERE user_id = $1)::float8 AS "fundCash"
       FROM messages WHERE sent_at IS NULL AND channel = 'mail' AND created_at > now() - interval '1 day'`,
    [HouseUser.fund],
  );
  const [figures] = rows;
  if (!figures) throw new Error('Postgres gave no figures');
  return figures;
}
