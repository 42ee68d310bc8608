import { stripZeros } from '@pelican/shared/money/decimal.ts';
import { z } from 'zod';
import { emailArgument, findAccount } from '../accounts.ts';
import { defineCommand, OpsError } from '../command.ts';
import { formatTable } from '../output.ts';

interface BalanceRow {
  ticker: string;
  main: string;
  transit: string;
  available: string;
  frozen: string;
  total: string;
}

const figures = ['main', 'transit', 'available', 'frozen', 'total'] as const;

export const balance = defineCommand({
  name: 'balance',
  usage: '<email>',
  summary: 'What somebody has, as far as settlement has come',
  arguments: ['email'],
  input: z.object({ email: emailArgument }),
  async run(context, { email }) {
    const account = await findAccount(context.pool, email);
    if (!account) throw new OpsError(`nobody has the e-mail ${email}`);
    const { rows } = await context.pool.query<BalanceRow>(
      `SELECT asset.ticker, sum(main) AS main, sum(transit) AS transit, sum(available) AS available,
          sum(frozen) AS frozen, sum(main + transit + available + frozen) AS total
        FROM (
          SELECT asset_id, CASE kind WHEN 'main' THEN balance ELSE 0 END AS main,
            CASE kind WHEN 'transit_spot' THEN balance ELSE 0 END AS transit, 0 AS available, 0 AS frozen
          FROM ledger_accounts WHERE user_id = $1 AND kind IN ('main', 'transit_spot')
          UNION ALL
          SELECT asset_id, 0, 0, available, frozen FROM trade_balances WHERE user_id = $1
        ) held JOIN assets asset ON asset.id = held.asset_id
        GROUP BY asset.ticker, asset.position, asset.id ORDER BY asset.position, asset.id`,
      [account.id],
    );
    const table = formatTable(
      ['asset', 'main', 'in transit', 'trade available', 'trade frozen', 'total'],
      rows.map((row) => [row.ticker, ...figures.map((name) => stripZeros(row[name]))]),
    );
    context.print(`${email}, user ${account.id}`);
    for (const line of table) context.print(line);
  },
});
