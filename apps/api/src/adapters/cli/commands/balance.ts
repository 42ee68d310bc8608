/** The wallets of one user. */
import { stripZeros } from '@pelican/shared/money';
import { z } from 'zod';
import { findUser } from '../../../identity/index.ts';
import { emailArgument } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { recordLook } from '../look.ts';
import { OpsError } from '../ops-errors.ts';
import { formatTable } from '../output.ts';

interface BalanceRow {
  ticker: string;
  main: string;
  transit: string;
  loans: string;
  available: string;
  frozen: string;
  futures: string;
  total: string;
}

const figures = ['main', 'transit', 'loans', 'available', 'frozen', 'futures', 'total'] as const;

export const balance = defineCommand({
  name: 'balance',
  usage: '<email>',
  summary: 'What somebody has, as far as settlement has come; futures without open profit',
  arguments: ['email'],
  input: z.object({ email: emailArgument }),
  async run(context, { email }) {
    const account = await findUser(context.pool, email);
    if (!account) throw new OpsError(`nobody has the e-mail ${email}`);
    await recordLook(context, { action: 'user.balance_viewed', subject: `user:${account.id}` });
    const { rows } = await context.pool.query<BalanceRow>(
      `SELECT asset.ticker, sum(main) AS main, sum(transit) AS transit, sum(loans) AS loans, sum(available) AS available,
          sum(frozen) AS frozen, sum(futures) AS futures, sum(main + transit + loans + available + frozen + futures) AS total
        FROM (
          SELECT asset_id, CASE kind WHEN 'main' THEN balance ELSE 0 END AS main,
            CASE WHEN kind LIKE 'transit\\_%' THEN balance ELSE 0 END AS transit,
            CASE WHEN kind LIKE 'p2p\\_%' THEN balance ELSE 0 END AS loans, 0 AS available, 0 AS frozen, 0 AS futures
          FROM ledger_accounts WHERE user_id = $1 AND (kind IN ('main', 'transit_spot', 'transit_perpetual') OR kind LIKE 'p2p\\_%')
          UNION ALL
          SELECT asset_id, 0, 0, 0, available, frozen, 0 FROM trade_balances WHERE user_id = $1
          UNION ALL
          SELECT (SELECT min(settle_asset_id) FROM instruments), 0, 0, 0, 0, 0, coalesce(sum(cash), 0) + (
              SELECT coalesce(sum(margin), 0) FROM perpetual_positions WHERE user_id = $1 AND size > 0
            ) FROM perpetual_accounts WHERE user_id = $1
        ) held JOIN assets asset ON asset.id = held.asset_id
        GROUP BY asset.ticker, asset.position, asset.id ORDER BY asset.position, asset.id`,
      [account.id],
    );
    const table = formatTable(
      ['asset', 'main', 'in transit', 'in loans', 'trade available', 'trade frozen', 'futures', 'total'],
      rows.map((row) => [row.ticker, ...figures.map((name) => stripZeros(row[name]))]),
    );
    context.print(`${email}, user ${account.id}`);
    for (const line of table) context.print(line);
  },
});
