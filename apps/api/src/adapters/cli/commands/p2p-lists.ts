/** Lists of loans between users: what is at risk, on sale and in dispute, and what loans hold. */
import { fallPercents } from '@pelican/shared/contracts/loans';
import { listAtRisk, listDisputed, listSales, readFalls, readHoldings } from '../../../modules/loans/index.ts';
import type { OpsContext } from '../context.ts';
import { formatTable } from '../output.ts';

const page = { offset: 0, limit: 50 };

/** By what is asked for. */
export const loanLists = {
  'at-risk': showRisk,
  sales: showSales,
  disputes: showDisputes,
  holdings: showHoldings,
} as const;

function print(context: OpsContext, head: string[], lines: string[][]): void {
  for (const line of formatTable(head, lines)) context.print(line);
}

async function showRisk(context: OpsContext): Promise<void> {
  const pairs = await readFalls(context.pool);
  print(
    context,
    ['pledge', 'for', 'price', 'loans', 'principal', 'sold now', ...fallPercents.map((percent) => `at -${percent}%`)],
    pairs.map(({ pledge, money, price, loans: count, principal, falls }) => [
      pledge,
      money,
      price ?? 'none',
      String(count),
      principal,
      ...falls.map(({ loans: sold, principal: lost }) => `${sold} (${lost})`),
    ]),
  );
  const { result, total } = await listAtRisk(context.pool, page);
  print(
    context,
    ['loan', 'state', 'principal', 'pledge', 'sold at', 'distance'],
    result.map(({ id, state, principal, money, coins, pledge, liquidation_price: price, distance }) => [
      String(id),
      state,
      `${principal} ${money}`,
      `${coins} ${pledge}`,
      price ?? '',
      distance === null ? 'no price' : `${distance}%`,
    ]),
  );
  if (total > result.length) context.print(`and ${total - result.length} more`);
}

async function showSales(context: OpsContext): Promise<void> {
  const { result, total } = await listSales(context.pool, page);
  if (total === 0) context.print('nothing is being sold');
  print(
    context,
    ['loan', 'cause', 'step', 'since', 'sold', 'brought', 'problem'],
    result.map(({ loan, sale, problem }) => [
      String(loan.id),
      sale.cause,
      sale.step,
      new Date(sale.date * 1000).toISOString(),
      `${sale.sold} of ${sale.pledge} ${loan.pledge}`,
      `${sale.proceeds} of ${sale.cost} ${loan.money}`,
      problem ?? '',
    ]),
  );
  if (total > result.length) context.print(`and ${total - result.length} more`);
}

async function showDisputes(context: OpsContext): Promise<void> {
  const { result, total } = await listDisputed(context.pool, page);
  if (total === 0) context.print('no dispute waits');
  print(
    context,
    ['loan', 'reason', 'since', 'lender', 'borrower', 'ordered'],
    result.map(({ loan, reason, opened_at: openedAt, ordered }) => [
      String(loan.id),
      reason,
      new Date(openedAt * 1000).toISOString(),
      loan.lender?.email ?? '',
      loan.borrower.email,
      ordered ?? '',
    ]),
  );
}

async function showHoldings(context: OpsContext): Promise<void> {
  const holdings = await readHoldings(context.pool);
  print(
    context,
    ['account', 'asset', 'balance'],
    holdings.map(({ account, asset, balance }) => [account, asset, balance]),
  );
}
