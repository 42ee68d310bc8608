/** Figures of the whole exchange that are read from Postgres when they are asked for: mails and the insurance fund. */
import { HouseUser } from '@pelican/shared/engine/perpetual/terms.ts';
import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';

interface ExchangeFigures {
  mailsWaiting: number;
  mailsOldestSeconds: number;
  mailsFailed: number;
  fundCash: number | null;
}

export function addExchangeMetrics(registry: Registry, pool: pg.Pool): void {
  const of = { registers: [registry] };
  const oldest = new Gauge({ name: 'mails_oldest_seconds', help: 'Age of the oldest mail that is not sent', ...of });
  const failed = new Gauge({
    name: 'mails_failed',
    help: 'Mails of the last day that a mail server has refused at least once and that are not sent',
    ...of,
  });
  const fund = new Gauge({
    name: 'insurance_fund_balance',
    help: 'Cash of the insurance fund, in the settlement asset',
    ...of,
  });
  new Gauge({
    name: 'mails_waiting',
    help: 'Mails that are not sent',
    ...of,
    async collect() {
      const figures = await readFigures(pool);
      this.set(figures.mailsWaiting);
      oldest.set(figures.mailsOldestSeconds);
      failed.set(figures.mailsFailed);
      if (figures.fundCash !== null) fund.set(figures.fundCash);
    },
  });
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
