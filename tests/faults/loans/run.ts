/** What a random run of loans knows: what there is, as Postgres has said within the last second, and who decides as an operator. */
import type pg from 'pg';
import type { HttpSession } from '../http-session.ts';
import { ask, type Client, count, type Operation, pick, type Run } from '../money/client.ts';

interface OfferInBook {
  id: number;
  lender: number;
  version: number;
  pledges: string[];
}

export interface LoanInBook {
  id: number;
  state: 'pending' | 'active' | 'overdue' | 'liquidating' | 'defaulted';
  /** Null: an open request. */
  lender: number | null;
  borrower: number;
  pledge: string;
  principal: string;
  coins: string;
  dispute: { lenderDays: number | null; borrowerDays: number | null } | null;
}

export interface LoanRun extends Run {
  offers: OfferInBook[];
  loans: LoanInBook[];
  operators: HttpSession[];
  /** With the rights of the exchange's worker, for jobs that run beside its own. */
  database: pg.Pool;
  /** How often a call was refused, by its code: to see what a run has really tried. */
  refusals: Map<string, number>;
}

export type LoanClient = Client<LoanRun>;
export type LoanOperation = Operation<LoanRun>;

export async function readBook(run: LoanRun): Promise<void> {
  const offers = await run.database.query<OfferInBook>(
    `SELECT offer.id::integer, lender_id::integer AS lender, version, array_agg(ticker) AS pledges
      FROM p2p_offers offer JOIN assets ON assets.id = ANY (pledge_ids) WHERE state = 'open' GROUP BY offer.id ORDER BY offer.id DESC`,
  );
  const loans = await run.database.query<LoanInBook>(
    `SELECT loan.id::integer, state, lender_id::integer AS lender, borrower_id::integer AS borrower, ticker AS pledge, principal, loan.pledge AS coins,
        CASE WHEN dispute.id IS NOT NULL THEN jsonb_build_object('lenderDays', lender_days, 'borrowerDays', borrower_days) END AS dispute
      FROM p2p_loans loan JOIN assets ON assets.id = pledge_id LEFT JOIN p2p_disputes dispute ON dispute.loan_id = loan.id AND decided_at IS NULL
      WHERE state IN ('pending', 'active', 'overdue', 'liquidating', 'defaulted')`,
  );
  run.offers = offers.rows;
  run.loans = loans.rows;
}

/** An own loan in one of the states, now and then one of somebody else, which has to be refused. */
export function someLoan(
  { run, me, dice }: LoanClient,
  side: 'lender' | 'borrower',
  ...states: LoanInBook['state'][]
): LoanInBook | undefined {
  const isAnyones = dice() < 0.05;
  const all = run.loans.filter((loan) => states.includes(loan.state) && (isAnyones || loan[side] === me.userId));
  return all.length === 0 ? undefined : pick(dice, all);
}

let keys = 0;

/** Some calls come twice at once with one key: what both are answered with has to be one object. */
export async function call(client: LoanClient, path: string, body: object = {}): Promise<void> {
  if (client.dice() >= 0.1) {
    await ask(client, 'POST', path, body);
    return;
  }
  const { run, me } = client;
  const headers = { 'idempotency-key': `twice-${me.place}-${keys++}` };
  const answers = await Promise.all([1, 2].map(() => me.session.send('POST', path, body, headers)));
  const done = answers.filter((answer) => answer?.status === 200);
  const ids = new Set(done.map((answer) => answer?.body.id));
  const text = `POST ${path} ${JSON.stringify(body)}: ${JSON.stringify(answers)}`;
  if (ids.size > 1 || answers.some((answer) => answer?.status === 500)) run.faults.push(text);
  if (done.length > 0) count(run.done, 'one key twice');
}
