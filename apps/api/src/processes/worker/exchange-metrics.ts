/** Figures of the whole exchange that are read from Postgres when they are asked for: notices, payouts, sweeps, decimals, networks, the rule of two operators, the insurance fund. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { HouseUser } from '@pelican/shared/engine/perpetual';
import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { decimalsDiffer } from '../../modules/payments/index.ts';
import { isDoubled } from '../../modules/withdrawals/index.ts';
import { readDeployment } from '../../platform/database/index.ts';
import { sharedRead } from '../../platform/metrics/index.ts';

/** What no market has a price for counts as all that the alert RestoredCreditsHigh lets pass. */
const unpricedUsd = 100_000;

interface ExchangeFigures {
  mailsWaiting: number;
  mailsOldestSeconds: number;
  mailsFailed: number;
  mailsGivenUp: number;
  noticesFailed: number;
  fundCash: number | null;
  payoutsStopped: number;
  payoutsStuck: number;
  payoutsDoubled: number;
  methodsDiffering: number;
  restoredUsd: number;
  sweepsFailed: number;
  sweepsOldestSeconds: number;
  twoPersonsOff: number;
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
  add('mails_waiting', 'Mails and text messages that are to be sent', ({ mailsWaiting }) => mailsWaiting);
  add(
    'mails_oldest_seconds',
    'Age of the oldest mail or text message that is to be sent',
    ({ mailsOldestSeconds }) => mailsOldestSeconds,
  );
  add(
    'mails_failed',
    'Mails and text messages whose last attempt failed, those that were given up included',
    ({ mailsFailed }) => mailsFailed,
  );
  add('mails_given_up', 'Mails and text messages that wait for an operator', ({ mailsGivenUp }) => mailsGivenUp);
  add('notices_failed', 'Notices of which no message could be made', ({ noticesFailed }) => noticesFailed);
  add(
    'payouts_stopped',
    'Networks on which nothing is paid until operators have compared',
    ({ payoutsStopped }) => payoutsStopped,
  );
  add('payouts_stuck', 'Approved withdrawals that wait for an operator', ({ payoutsStuck }) => payoutsStuck);
  add(
    'payouts_doubled',
    'Withdrawals that a payment provider has paid although their money was given back, or they were paid by hand',
    ({ payoutsDoubled }) => payoutsDoubled,
  );
  add(
    'methods_differing',
    'Payment methods of tokens that have other decimals than their contracts name',
    ({ methodsDiffering }) => methodsDiffering,
  );
  add(
    'restored_credits_usd',
    'Dollars of 24 hours that operators have posted against what is unexplained',
    ({ restoredUsd }) => restoredUsd,
  );
  add('sweeps_failed', 'Sweeps that wait for an operator', ({ sweepsFailed }) => sweepsFailed);
  add(
    'sweeps_oldest_seconds',
    'Age of the oldest sweep that is under way',
    ({ sweepsOldestSeconds }) => sweepsOldestSeconds,
  );
  add(
    'two_persons_off',
    '1 while one operator decides alone and the exchange is no demo',
    ({ twoPersonsOff }) => twoPersonsOff,
  );
  addNetworkAges(registry, pool);
  add('insurance_fund_balance', 'Cash of the insurance fund, in the settlement asset', ({ fundCash }) => fundCash);
}

/** A network is read each second by the watcher of one worker. Those on which nothing is open may be off. */
function addNetworkAges(registry: Registry, pool: pg.Pool): void {
  new Gauge({
    name: 'network_unread_seconds',
    help: 'Since when a network with open deposits or withdrawals was not read',
    labelNames: ['network'],
    registers: [registry],
    async collect() {
      const { rows } = await pool.query<{ network: string; age: number }>(
        `SELECT key AS network, extract(epoch FROM now() - asked_at)::float8 AS age FROM chain_cursors
          JOIN networks ON networks.id = network_id WHERE deposits_enabled OR withdrawals_enabled`,
      );
      this.reset();
      for (const { network, age } of rows) this.set({ network }, age);
    },
  });
}

async function readFigures(pool: pg.Pool): Promise<ExchangeFigures> {
  const { rows } = await pool.query<Omit<ExchangeFigures, 'twoPersonsOff'>>(
    `SELECT count(next_attempt_at)::integer AS "mailsWaiting",
            coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE next_attempt_at IS NOT NULL)), 0)::float8
              AS "mailsOldestSeconds",
            count(*) FILTER (WHERE error IS NOT NULL OR next_attempt_at IS NULL)::integer AS "mailsFailed",
            count(*) FILTER (WHERE next_attempt_at IS NULL)::integer AS "mailsGivenUp",
            (SELECT count(*) FROM notices WHERE dispatched_at IS NULL AND attempts > 0)::integer AS "noticesFailed",
            (SELECT count(*) FROM payout_networks WHERE stopped_at IS NOT NULL)::integer AS "payoutsStopped",
            ((SELECT count(*) FROM withdrawals WHERE status IN (${paymentStatus.inProcess}, ${paymentStatus.sent})
              AND payout_problem IS NOT NULL AND payout_next_at IS NULL)
              + (SELECT count(*) FROM finished_payouts WHERE lost_at < now() - interval '1 hour'))::integer AS "payoutsStuck",
            (SELECT count(*) FROM provider_payouts WHERE ${isDoubled})::integer AS "payoutsDoubled",
            (SELECT count(*) FROM payment_methods method WHERE ${decimalsDiffer})::integer AS "methodsDiffering",
            (SELECT coalesce(sum(coalesce(usd_value, ${unpricedUsd})), 0) FROM restored_credits
              WHERE created_at > now() - interval '24 hours')::float8 AS "restoredUsd",
            (SELECT count(*) FROM sweeps WHERE state = 'failed')::integer AS "sweepsFailed",
            (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0) FROM sweeps
              WHERE state IN ('waiting', 'sent'))::float8 AS "sweepsOldestSeconds",
            (SELECT sum(cash) FROM perpetual_accounts WHERE user_id = $1)::float8 AS "fundCash"
       FROM messages WHERE sent_at IS NULL`,
    [HouseUser.fund],
  );
  const [figures] = rows;
  if (!figures) throw new Error('Postgres gave no figures');
  const { twoPersons, isDemo } = await readDeployment(pool);
  return { ...figures, twoPersonsOff: twoPersons || isDemo ? 0 : 1 };
}
