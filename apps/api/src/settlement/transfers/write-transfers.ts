/**
 * Transfers that a shard answered. Money on its way into a shard stands in its transit account until the engine has it;
 * money that has left a shard enters the main wallet here, or goes on into the other shard: its transit account and the
 * command to the other engine are written in the transaction that sees it leave. Each step has its own ledger key.
 */
import type { Shard, ShardKind } from '@pelican/shared/engine/shards.ts';
import type { ErrorCode } from '@pelican/shared/errors.ts';
import type { Client } from 'pg';
import type { AccountKind, LedgerEntry } from '../../ledger/index.ts';
import { postEntries, shardKinds, transitKinds } from '../../ledger/index.ts';
import { insertCommand, transferCommand, transferKey } from '../../platform/outbox-commands.ts';

export interface AppliedTransfer {
  transferId: number;
  userId: number;
  assetId: number;
  /** Whole units. */
  amount: string;
  out: boolean;
}

export interface RefusedTransfer {
  transferId: number;
  out: boolean;
  code: ErrorCode;
}

interface TransferRow {
  id: number;
  userId: number;
  assetId: number;
  amount: string;
  status: 'pending' | 'completed' | 'rejected';
  toWallet: string;
  /** Decimals of the asset. */
  scale: number;
}

const shardWallets: Record<ShardKind, string> = { spot: 'trade', perpetual: 'futures' };
/** The shard that money enters for a wallet. */
const firstShards = [
  { name: 'spot', kind: 'spot' },
  { name: 'perpetual', kind: 'perpetual' },
] as const;

export async function writeTransfers(
  client: Client,
  shard: Shard,
  applied: AppliedTransfer[],
  refused: RefusedTransfer[],
): Promise<void> {
  if (applied.length === 0 && refused.length === 0) return;
  const answered = [...applied, ...refused].map(({ transferId }) => transferId);
  const rows = await lockTransfers(client, answered);
  const onward = applied.flatMap((transfer) => onwardOf(shard, transfer, rows.get(transfer.transferId)) ?? []);
  await postEntries(client, [
    ...applied.map((transfer) => appliedEntry(shard, transfer, rows.get(transfer.transferId))),
    ...refunds(shard, refused, applied, rows),
  ]);
  for (const { to, transfer, scale } of onward) {
    const command = transferCommand(to.kind, { ...transfer, scale, out: false });
    await insertCommand(client, to, transferKey(transfer.transferId, to), command);
  }
  const goingOn = new Set(onward.map(({ transfer }) => transfer.transferId));
  await complete(
    client,
    applied.map(({ transferId }) => transferId).filter((id) => !goingOn.has(id)),
  );
  await reject(client, refused);
  await client.query({
    name: 'settle-transfer-outbox',
    text: 'UPDATE outbox_commands SET done_at = now() WHERE shard = $1 AND key = ANY ($2::text[]) AND done_at IS NULL',
    values: [shard.name, answered.map((id) => transferKey(id, shard))],
  });
}

async function lockTransfers(client: Client, ids: number[]): Promise<Map<number, TransferRow>> {
  const { rows } = await client.query<Omit<TransferRow, 'id' | 'userId'> & { id: string; userId: string }>({
    name: 'settle-lock-transfers',
    text: `SELECT transfers.id, user_id AS "userId", asset_id AS "assetId", amount, status, to_wallet AS "toWallet", scale
      FROM transfers JOIN assets ON assets.id = asset_id
      WHERE transfers.id = ANY ($1::bigint[]) ORDER BY transfers.id FOR UPDATE OF transfers`,
    values: [ids],
  });
  return new Map(rows.map((row) => [Number(row.id), { ...row, id: Number(row.id), userId: Number(row.userId) }]));
}

/** Where money that left this shard goes on to, when that is the other shard. */
function onwardOf(
  shard: Shard,
  transfer: AppliedTransfer,
  row: TransferRow | undefined,
): { to: Pick<Shard, 'name' | 'kind'>; transfer: AppliedTransfer; scale: number } | undefined {
  if (!transfer.out || row?.status !== 'pending') return undefined;
  const to = firstShards.find(({ kind }) => kind !== shard.kind && shardWallets[kind] === row.toWallet);
  return to && { to, transfer, scale: row.scale };
}

function appliedEntry(shard: Shard, transfer: AppliedTransfer, row: TransferRow | undefined): LedgerEntry {
  const key = `transfer:${transfer.transferId}`;
  const { userId, assetId, amount } = transfer;
  const account = (kind: AccountKind) => ({ kind, userId, assetId });
  if (transfer.out) {
    const onward = onwardOf(shard, transfer, row);
    return {
      kind: onward ? `transfer_to_${onward.to.kind}` : 'transfer_to_main',
      reference: key,
      idempotencyKey: `${key}:${onward ? 'left' : 'settled'}`,
      legs: [
        { account: account(shardKinds[shard.kind]), amount: `-${amount}` },
        { account: account(onward ? transitKinds[onward.to.kind] : 'main'), amount },
      ],
    };
  }
  // The engine's word stands. Money that did not leave another wallet for it is shown by the audit instead of stopping
  // settlement for everybody.
  const isExpected = row !== undefined && row.status !== 'rejected' && row.toWallet === shardWallets[shard.kind];
  return {
    kind: `transfer_to_${shardWallets[shard.kind]}_settled`,
    reference: key,
    idempotencyKey: `${key}:settled`,
    legs: [
      { account: account(isExpected ? transitKinds[shard.kind] : 'unexplained'), amount: `-${amount}` },
      { account: account(shardKinds[shard.kind]), amount },
    ],
  };
}

/** Money that the engine did not take goes to the main wallet, wherever it came from. */
function refunds(
  shard: Shard,
  refused: RefusedTransfer[],
  applied: AppliedTransfer[],
  rows: Map<number, TransferRow>,
): LedgerEntry[] {
  const seen = new Set(applied.filter(({ out }) => !out).map(({ transferId }) => transferId));
  return refused.flatMap(({ transferId, out }) => {
    const row = rows.get(transferId);
    if (out || row?.status !== 'pending' || row.toWallet !== shardWallets[shard.kind] || seen.has(transferId))
      return [];
    seen.add(transferId);
    const account = (kind: AccountKind) => ({ kind, userId: row.userId, assetId: row.assetId });
    return [
      {
        kind: 'transfer_refused',
        reference: `transfer:${transferId}`,
        idempotencyKey: `transfer:${transferId}:refused`,
        legs: [
          { account: account(transitKinds[shard.kind]), amount: `-${row.amount}` },
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

async function reject(client: Client, refused: RefusedTransfer[]): Promise<void> {
  if (refused.length === 0) return;
  await client.query({
    name: 'settle-transfers-rejected',
    text: `UPDATE transfers SET status = 'rejected', reject_code = refusal.code, completed_at = now()
      FROM unnest($1::bigint[], $2::text[]) AS refusal(id, code)
      WHERE transfers.id = refusal.id AND transfers.status = 'pending'`,
    values: [refused.map(({ transferId }) => transferId), refused.map(({ code }) => code)],
  });
}
