/** The list of accounts. */
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { recordLook } from '../look.ts';
import { formatTable } from '../output.ts';

const rowsMax = 100;

export const users = defineCommand({
  name: 'users',
  usage: '[part of an e-mail or a nickname]',
  summary: `List accounts, the newest first, up to ${rowsMax}`,
  arguments: ['query'],
  input: z.object({ query: z.string().default('') }),
  async run(context, { query }) {
    await recordLook(context, { action: 'users.searched', subject: 'users', details: { search: query } });
    const { rows } = await context.pool.query<Record<string, string | null> & { createdAt: Date }>(
      `SELECT id, email, nickname, role, status, kyc_status AS "kycStatus", kyc_country AS "kycCountry",
          created_at AS "createdAt"
        FROM users WHERE position($1 IN lower(email)) > 0 OR position($1 IN lower(nickname)) > 0
        ORDER BY id DESC LIMIT $2`,
      [query.toLowerCase(), rowsMax],
    );
    const lines = formatTable(
      ['id', 'e-mail', 'nickname', 'role', 'status', 'KYC', 'country', 'since'],
      rows.map((row) => [
        row.id ?? null,
        row.email ?? null,
        row.nickname ?? null,
        row.role ?? null,
        row.status ?? null,
        row.kycStatus ?? null,
        row.kycCountry ?? null,
        row.createdAt.toISOString().slice(0, 10),
      ]),
    );
    for (const line of lines) context.print(line);
  },
});
