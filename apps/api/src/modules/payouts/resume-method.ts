/** Payouts of a method that is on no network go on after operators have compared them with the statement of its bank or provider. */
import { DomainError } from '@pelican/shared/contracts';
import { z } from 'zod';
import { type OperatorAction, plainText, recordAct } from '../../identity/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { isCompared, markMethodCompared, readFloor } from '../payments/index.ts';

const resumption = z.object({
  /** Of the asset and the method: 'INR', 'INR' */
  ticker: plainText.max(40),
  method: plainText.max(40),
  /** The state of Postgres that was compared: after another restore it is compared again. */
  floor: z.number().int().positive(),
});
export type MethodResumption = z.infer<typeof resumption>;

/** @throws DomainError not_found, request_closed (its payouts go on, or Postgres was restored again) */
export const resumeMethodPayouts: OperatorAction<MethodResumption, void> = {
  name: 'payouts.resume_method',
  permission: 'money',
  twoPersons: true,
  payload: resumption,
  async run(tx, act, { ticker, method, floor }) {
    const found = await findMethod(tx, { ticker, method });
    if (!found) throw new DomainError('not_found', { message: `There is no method ${method} of ${ticker}.` });
    const isNew = await markMethodCompared(tx, found.id, floor);
    if (!isNew) throw notStopped();
    await recordAct(tx, act, {
      action: 'payouts.method_resumed',
      subject: `method:${found.id}`,
      details: { ticker, method, floor },
    });
  },
};

/** What the action is asked with. @throws DomainError not_found, request_closed (payouts go on) */
export async function methodResumption(
  db: Queryable,
  wanted: Pick<MethodResumption, 'ticker' | 'method'>,
): Promise<MethodResumption> {
  const found = await findMethod(db, wanted);
  if (!found) throw new DomainError('not_found');
  const floor = await readFloor(db);
  if (found.isCompared || floor === undefined) throw notStopped();
  return { ...wanted, floor };
}

const notStopped = () =>
  new DomainError('request_closed', { message: 'Its payouts are not stopped, or were stopped again.' });

async function findMethod(
  db: Queryable,
  { ticker, method }: Pick<MethodResumption, 'ticker' | 'method'>,
): Promise<{ id: number; isCompared: boolean } | undefined> {
  const { rows } = await db.query<{ id: number; isCompared: boolean }>(
    `SELECT method.id, ${isCompared('method')} AS "isCompared" FROM payment_methods method JOIN assets ON assets.id = method.asset_id
      WHERE assets.ticker = $1 AND method.key = $2 AND method.network_id IS NULL`,
    [ticker, method],
  );
  return rows[0];
}
