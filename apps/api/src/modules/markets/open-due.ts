/** Opens the markets whose time has come, by the figures that two operators have approved and by no others. */
import { publishChecked } from '../../catalog/index.ts';
import { inTransaction, recordAudit, type Transaction } from '../../platform/database/index.ts';
import { type ChangeDelivery, changeListing, deliverChange, demandAnswered } from '../../shards/index.ts';
import { findMarketById, lockListings } from './listings.ts';
import { marketListings } from './market-kind.ts';
import { keepProblem, stopChangedOpening } from './opening-rows.ts';

interface OpeningDeps extends Pick<ChangeDelivery, 'pool' | 'deliver' | 'warn'> {
  /** Markets of which `warn` has heard that they have to wait; this adds and removes some. */
  waiting: Set<number>;
}

const change = { status: 'open' };
const act = { actor: 'system', reason: 'its time has come' };

interface Sent {
  id: number;
  statusBefore: string;
  subjects: string[];
}

/** One market holds up no other; one that cannot open yet is tried again by the next run. @returns the ids of those that opened */
export async function openDue(deps: OpeningDeps): Promise<number[]> {
  const { rows } = await deps.pool.query<{ id: number }>(
    'SELECT market_id AS id FROM market_openings WHERE open_at <= now() AND problem IS NULL ORDER BY open_at, market_id',
  );
  for (const id of deps.waiting) if (!rows.some((row) => row.id === id)) deps.waiting.delete(id);
  const sent: Sent[] = [];
  for (const { id } of rows) {
    const one = await attempt(deps, id, () => inTransaction(deps.pool, (tx) => send(tx, deps, id)));
    if (one) sent.push(one);
  }
  const answered = await Promise.all(sent.map((one) => attempt(deps, one.id, () => settle(deps, one))));
  return sent.filter((_, at) => answered[at]).map(({ id }) => id);
}

async function attempt<Result>(
  { warn, waiting }: OpeningDeps,
  id: number,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!waiting.has(id))
      warn(`market:${id} cannot open at its time yet: ${error instanceof Error ? error.message : String(error)}`);
    waiting.add(id);
    return undefined;
  }
}

interface OpeningRow {
  /** Whether the command to the engine is written. The row outlives it until the answer: a later run waits for that and writes no other. */
  isSent: boolean;
  setBy: string;
  approvedBy: string | null;
}

async function lockOpening(tx: Transaction, id: number): Promise<OpeningRow | undefined> {
  await lockListings(tx);
  const { rows } = await tx.query<OpeningRow>(
    `SELECT sent_at IS NOT NULL AS "isSent", set_by AS "setBy", approved_by AS "approvedBy" FROM market_openings
      WHERE market_id = $1 AND open_at <= now() AND problem IS NULL FOR UPDATE`,
    [id],
  );
  return rows[0];
}

/** Writes the change and its command. The row stays until the engine has answered. @throws DomainError while it owes another answer */
async function send(tx: Transaction, { warn }: OpeningDeps, id: number): Promise<Sent | undefined> {
  const opening = await lockOpening(tx, id);
  if (!opening) return undefined;
  const { name, status } = await findMarketById(tx, id);
  // A worker has ended between the command and its answer.
  if (opening.isSent) return { id, statusBefore: status, subjects: [] };
  // What the engine has not judged may be taken back: those figures are compared afterwards.
  await demandAnswered(tx, { subject: `market:${id}`, name });
  if (await stopChangedOpening(tx, id)) {
    warn(`${name} does not open at its time: two have approved other figures`);
    return undefined;
  }
  const subjects = await publishChecked(() => changeListing(tx, marketListings, { act, id, change }));
  await tx.query('UPDATE market_openings SET sent_at = now() WHERE market_id = $1', [id]);
  return { id, statusBefore: status, subjects };
}

/** Takes the change to the engine. @returns whether the market is open */
async function settle(deps: OpeningDeps, { id, ...sent }: Sent): Promise<boolean> {
  const { kind } = await deliverChange(deps, marketListings, { id, change, ...sent });
  if (kind === 'waiting') return false;
  return inTransaction(deps.pool, async (tx) => {
    const opening = await lockOpening(tx, id);
    // Somebody has stopped it meanwhile.
    if (!opening) return false;
    const { name, status } = await findMarketById(tx, id);
    if (status !== 'open') {
      await keepProblem(tx, id, 'refused');
      deps.warn(`${name} does not open at its time: the engine refuses it`);
      return false;
    }
    // What was refused may be another listing's command of the same transaction.
    await demandAnswered(tx, { subject: `market:${id}`, name });
    await tx.query('DELETE FROM market_openings WHERE market_id = $1', [id]);
    const { setBy, approvedBy } = opening;
    const details = { market: name, change, setBy, approvedBy };
    await recordAudit(tx, { actor: act.actor, action: 'market.opened', subject: `market:${id}`, details });
    return true;
  });
}
