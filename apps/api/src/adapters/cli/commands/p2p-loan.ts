/** One loan: where it stands, what was paid, its sale and disputes, and what the ledger has of it. */
import { showLoan } from '../../../modules/loans/index.ts';
import type { OpsContext } from '../context.ts';
import { formatTable } from '../output.ts';

export async function showOneLoan(context: OpsContext, id: number): Promise<void> {
  const { pool } = context;
  const { loan, sale, problem, disputes } = await showLoan(pool, id);
  const facts: [string, string | number | null][] = [
    ['loan', id],
    ['state', loan.state],
    ['lender', loan.lender?.email ?? null],
    ['borrower', loan.borrower.email],
    ['amount', `${loan.amount} ${loan.money}`],
    ['principal', `${loan.principal} ${loan.money}`],
    ['pledge', `${loan.coins} ${loan.pledge}`],
    ['price', loan.price],
    ['sold at', loan.liquidation_price],
    ['started', timeOf(loan.started_at)],
    ['overdue', timeOf(loan.overdue_at)],
    ['ended', timeOf(loan.ended_at)],
    ...(sale ? saleFacts(sale, loan) : []),
    ['held up by', problem],
    ...disputes.map((dispute): [string, string] => ['dispute', `${dispute.reason}: ${dispute.decision ?? 'open'}`]),
  ];
  for (const line of formatTable(
    ['', ''],
    facts.flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  ))
    context.print(line);
  await showPayments(context, id);
  await showEntries(context, id);
}

type Shown = Awaited<ReturnType<typeof showLoan>>;

function saleFacts(sale: NonNullable<Shown['sale']>, { money, pledge }: Shown['loan']): [string, string][] {
  return [
    ['sale', `${sale.cause}, ${sale.step}`],
    ['sold', `${sale.sold} of ${sale.pledge} ${pledge} for ${sale.proceeds} of ${sale.cost} ${money}`],
  ];
}

async function showPayments({ pool, print }: OpsContext, id: number): Promise<void> {
  const { rows } = await pool.query<Record<'at' | 'day' | 'kind' | 'amount' | 'paid' | 'status', string>>(
    `SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS at, coalesce(day::text, '') AS day, kind,
        trim_scale(amount)::text AS amount, trim_scale(paid)::text AS paid, status
      FROM p2p_payments WHERE loan_id = $1 ORDER BY position`,
    [id],
  );
  const table = rows.map(({ at, day, kind, amount, paid, status }) => [at, day, kind, amount, paid, status]);
  for (const line of formatTable(['at (UTC)', 'day', 'kind', 'amount', 'paid', 'status'], table)) print(line);
}

/** What each entry has moved in each kind of account. */
async function showEntries({ pool, print }: OpsContext, id: number): Promise<void> {
  const { rows } = await pool.query<Record<'key' | 'account' | 'amount', string>>(
    `SELECT entry.idempotency_key AS key, account.kind || ' ' || ticker AS account, trim_scale(leg.amount)::text AS amount
      FROM ledger_entries entry JOIN ledger_legs leg ON leg.entry_id = entry.id
        JOIN ledger_accounts account ON account.id = account_id JOIN assets ON assets.id = asset_id
      WHERE entry.idempotency_key LIKE ANY ($1) ORDER BY entry.id, account.id`,
    [['req', 'loan', 'liq', 'arb'].map((kind) => `p2p:${kind}:${id}:%`)],
  );
  const table = rows.map(({ key, account, amount }) => [key, account, amount]);
  for (const line of formatTable(['entry', 'account', 'amount'], table)) print(line);
}

function timeOf(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString();
}
