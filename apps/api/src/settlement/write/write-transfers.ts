/**
 * Transfers that the engine answered. Money on its way in stands in `transit_spot` until the engine has it; money on its
 * way out enters the main wallet here, once, under the transfer's own key.
 */
import type { CommandDone, TransferApplied } from '@pelican/shared/engine/spot/events.ts';
import type { RejectCode } from '@pelican/shared/engine/spot/reject-codes.ts';
import { rejectErrors } from '@pelican/shared/errors.ts';
import type { Client } from 'pg';
import type { AccountKind, LedgerEntry } from '../../ledger/index.ts';
import { postEntries } from '../../ledger/index.ts';

interface TransferRow {
  id: number;
  userId: number;
  assetId: number;
  amount: string;
  status: 'pending' | 'completed' | 'rejected';
  toWallet: string;
}

export async function writeTransfers(
  client: Client,
  shard: string,
  applied: { transfer: TransferApplied; amount: string }[],
  refused: CommandDone[],
): Promise<void> {
  if (applied.length === 0 && refused.length === 0) return;
  const appliedIds = applied.map(({ transfer }) => transfer.transferId);
  const refusedIds = refused.map((done) => done.orderId);
  const rows = await lockTransfers(client, [...appliedIds, ...refusedIds]);
  await postEntries(client, [
    ...applied.map(({ transfer, amount }) => appliedEntry(transfer, amount, rows.get(transfer.transferId))),
    ...refunds(refused, rows, new Set(appliedIds)),
  ]);
  await complete(client, appliedIds);
  await reject(client, refused);
  await client.query({
    name: 'settle-transfer-outbox',
    text: 'UPDATE outbox_commands SET done_at = now() WHERE shard = $1 AND key = ANY ($2::text[]) AND done_at IS NULL',
    values: [shard, [...appliedIds, ...refusedIds].map((id) => `transfer:${id}`)],
  });
}

async function lockTransfers(client: Client, ids: number[]): Promise<Map<number, TransferRow>> {
  const { rows } = await client.query<Omit<TransferRow, 'id' | 'userId'> & { id: string; userId: string }>({
    name: 'settle-lock-transfers',
    text: `SELECT id, user_id AS "userId", asset_id AS "assetId", amount, status, to_wallet AS "toWallet"
      FROM transfers WHERE id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE`,
    values: [ids],
  });
  return new Map(rows.map((row) => [Number(row.id), { ...row, id: Number(row.id), userId: Number(row.userId) }]));
}

function appliedEntry(transfer: TransferApplied, amount: string, row: TransferRow | undefined): LedgerEntry {
  const key = `transfer:${transfer.transferId}`;
  const account = (kind: AccountKind) => ({ kind, userId: transfer.user, assetId: transfer.asset });
  if (transfer.out) {
    return {
      kind: 'transfer_to_main',
      reference: key,
      idempotencyKey: `${key}:settled`,
      legs: [
        { account: account('trade_spot'), amount: `-${amount}` },
        { account: account('main'), amount },
      ],
    };
  }
  // The engine's word stands. Money that did not leave a main wallet for it is shown by the audit instead of stopping
  // settlement for everybody.
  const isExpected = row !== undefined && row.status !== 'rejected' && row.toWallet === 'trade';
  return {
    kind: 'transfer_to_trade_settled',
    reference: key,
    idempotencyKey: `${key}:settled`,
    legs: [
      { account: account(isExpected ? 'transit_spot' : 'unexplained'), amount: `-${amount}` },
      { account: account('trade_spot'), amount },
    ],
  };
}

/** Money that the engine did not take goes back to the main wallet. */
function refunds(refused: CommandDone[], rows: Map<number, TransferRow>, appliedIds: Set<number>): LedgerEntry[] {
  const seen = new Set<number>();
  return refused.flatMap(({ orderId }) => {
    const row = rows.get(orderId);
    if (row?.status !== 'pending' || row.toWallet !== 'trade' || appliedIds.has(orderId) || seen.has(orderId)) {
      return [];
    }
    seen.add(orderId);
    const account = (kind: AccountKind) => ({ kind, userId: row.userId, assetId: row.assetId });
    return [
      {
        kind: 'transfer_refused',
        reference: `transfer:${orderId}`,
        idempotencyKey: `transfer:${orderId}:refused`,
        legs: [
          { account: account('transit_spot'), amount: `-${row.amount}` },
          { account: account('main'), amount: row.amount },
        ],
      },
    ];
  });
}

async function complete(client: Client, ids: number[]): Promise<void> {
  await client.query({
    name: 'settle-transfers-completed',
    text: `UPDATE transfers SET status = 'completed', reject_code = NULL, completed_at = now()
      WHERE id = ANY ($1::bigint[]) AND status <> 'completed'`,
    values: [ids],
  });
}

async function reject(client: Client, refused: CommandDone[]): Promise<void> {
  if (refused.length === 0) return;
  await client.query({
    name: 'settle-transfers-rejected',
    text: `UPDATE transfers SET status = 'rejected', reject_code = refusal.code, completed_at = now()
      FROM unnest($1::bigint[], $2::text[]) AS refusal(id, code)
      WHERE transfers.id = refusal.id AND transfers.status = 'pending'`,
    values: [
      refused.map((done) => done.orderId),
      refused.map((done) => rejectErrors[done.code as Exclude<RejectCode, typeof RejectCode.none>]),
    ],
  });
}
