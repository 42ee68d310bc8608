/**
 * Pays approved withdrawals by payment providers. Each question to a provider is whether it knows the payout; what it does not know, and never has
 * said that it has, is ordered under the same reference, for which it pays once. So a run that ends between any two steps, a lost answer and a
 * report that comes early are all the same: the provider is asked again.
 */
import type pg from 'pg';
import type { Logger } from 'pino';
import { every, type Job } from '../../../jobs/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import {
  beginOrder,
  claimDue,
  type DuePayout,
  noteSilence,
  type PayoutAnswer,
  type ProviderLimits,
  releaseClaim,
  settleAnswer,
  takeForProvider,
} from '../../withdrawals/index.ts';
import type { PaymentProviders, PayoutsOfProvider } from '../provider.ts';
import { withTimeout } from '../timeout.ts';

const intervalMs = 1_000;
const atOnce = 100;
/** Payouts that are claimed together, and whose questions are open at the same time: no claim waits for another one. */
const parallel = 10;

export interface ProviderPayoutDeps {
  pool: pg.Pool;
  providers: PaymentProviders;
  /** What is ordered within an hour at most. */
  limits: ProviderLimits;
  log: Pick<Logger, 'warn' | 'error'>;
  /** For one answer; of tests. */
  timeoutMs?: number;
}

export function providerPayoutJobs(deps: ProviderPayoutDeps): Job[] {
  const paying = [...deps.providers.values()].filter(({ payouts }) => payouts);
  return paying.map(({ name }) => every(intervalMs, `fiat.pay.${name}`, () => payByProvider(deps, name)));
}

/** One run of one provider: another one that does not answer holds it up nowhere. A payout that fails holds up no other. @throws AggregateError after the others */
export async function payByProvider(deps: ProviderPayoutDeps, name: string): Promise<void> {
  const { pool } = deps;
  await inTransaction(pool, (tx) => takeForProvider(tx, name, atOnce));
  const failures: unknown[] = [];
  const noteFailure = (error: unknown) => void failures.push(error);
  for (let asked = 0, claimed = parallel; claimed === parallel && asked < atOnce; asked += claimed) {
    const due = await claimDue(pool, name, parallel);
    await Promise.all(
      due.map(async (one) => {
        await follow(deps, one).catch(noteFailure);
        await releaseClaim(pool, one).catch(noteFailure);
      }),
    );
    claimed = due.length;
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} payouts could not be followed`);
}

async function follow({ pool, providers, limits, log, timeoutMs }: ProviderPayoutDeps, due: DuePayout): Promise<void> {
  const payouts = providers.get(due.provider)?.payouts;
  if (!payouts) return;
  const { id } = due;
  const ask = async <Answer>(question: Promise<Answer>): Promise<{ answer: Answer } | undefined> => {
    try {
      return { answer: await withTimeout(question, timeoutMs) };
    } catch (error) {
      // Its message alone: an error of a client may have what was sent.
      const reason = String((error as Error).message);
      log.warn({ withdrawal: id, provider: due.provider, reason }, 'a payment provider has not answered; asking again');
      await inTransaction(pool, (tx) => noteSilence(tx, due));
      return undefined;
    }
  };
  const known = await ask(payouts.find(due.reference));
  if (!known) return;
  const answered = known.answer ? { answer: known.answer } : await order();
  if (!answered) return;
  const alarm = await inTransaction(pool, (tx) => settleAnswer(tx, due, answered.answer));
  if (alarm) alert(alarm);

  async function order(): Promise<{ answer: PayoutAnswer } | undefined> {
    const begun = await inTransaction(pool, (tx) => beginOrder(tx, due, limits));
    if (begun.alarm) alert(begun.alarm);
    if (!begun.order) return undefined;
    return ask((payouts as PayoutsOfProvider).pay({ reference: due.reference, ...begun.order }));
  }

  function alert(what: string): void {
    log.error(
      { withdrawal: id, provider: due.provider, what },
      'operators have to look at a withdrawal by a payment provider',
    );
  }
}
