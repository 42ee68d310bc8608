/** transferIn and transferOut: money that crosses the shard's border, once per (transferId, direction). */
import { EventKind, Op, RejectCode, recordLength } from '@pelican/shared/engine/spot';
import { isPositiveSafe, limb, totalHighMax } from '../../kernel/limits.ts';
import { type Asset, accountOf, type Shard, touchAny } from '../state.ts';
import { addAvailable, availableSaturated, findCell, hasAvailable, subtractAvailable } from './cells.ts';

const transferLength = 32;

/** Applies the transfer command at byte `at` of the input. */
export function applyTransfer(shard: Shard, at: number, byteLength: number): void {
  const { input, reply, memory } = shard;
  const word = at >> 2;
  const isOut = (((input.i32[word] as number) >>> 16) & 0xff) === Op.transferOut;
  const user = (input.i32[word + 1] as number) >>> 0;
  const assetId = byteLength < transferLength ? 0 : (input.i32[word + 2] as number) & 0xffff;
  const transferId = byteLength < transferLength ? 0 : (input.f64[(at >> 3) + 2] as number);
  const amount = byteLength < transferLength ? 0 : (input.f64[(at >> 3) + 3] as number);
  if (isPositiveSafe(transferId)) reply.orderId = transferId;
  if (user === 0 || !isPositiveSafe(transferId) || !isPositiveSafe(amount)) {
    reply.code = RejectCode.outOfRange;
    return;
  }
  const transfer = { transferId, isOut, user, asset: assetId, amount: BigInt(amount) };
  const known = shard.transferKeys.find(transfer, shard.timeMs);
  if (known !== undefined) {
    reply.repeated = known !== RejectCode.transferMismatch;
    reply.code = known;
    return;
  }
  const asset = shard.assets[assetId];
  reply.code = checkTransfer(shard, asset, user, assetId, amount, isOut);
  // A refusal is final too: the caller has been answered, and a late copy of the command must not move money.
  shard.transferKeys.add(transfer, reply.code, shard.timeMs);
  if (reply.code !== RejectCode.none) return;
  const cell = accountOf(shard, user, assetId);
  addToTotal(asset as Asset, isOut ? -amount : amount, asset as Asset);
  if (isOut) subtractAvailable(memory, cell, amount);
  else addAvailable(memory, cell, amount);
  touchAny(shard, cell);
  writeTransferApplied(shard, user, assetId, transferId, amount, isOut);
}

function writeTransferApplied(
  shard: Shard,
  user: number,
  asset: number,
  transferId: number,
  amount: number,
  isOut: boolean,
): void {
  const { events } = shard;
  const at = events.start(recordLength.transferApplied, EventKind.transferApplied, isOut ? 1 : 0, user);
  events.i32[at * 2 + 2] = asset;
  events.i32[at * 2 + 3] = 0;
  events.f64[at + 2] = transferId;
  events.f64[at + 3] = amount;
}

function checkTransfer(
  shard: Shard,
  asset: Asset | undefined,
  user: number,
  assetId: number,
  amount: number,
  isOut: boolean,
): RejectCode {
  if (!asset) return RejectCode.unknownAsset;
  if (!isOut) {
    addToTotal(asset, amount, scratchTotal);
    return scratchTotal.totalHigh < totalHighMax ? RejectCode.none : RejectCode.outOfRange;
  }
  const cell = findCell(shard.directory, shard.memory, user, assetId);
  if (cell !== 0 && hasAvailable(shard.memory, cell, amount)) return RejectCode.none;
  shard.reply.required = amount;
  shard.reply.available = cell === 0 ? 0 : availableSaturated(shard.memory, cell);
  return RejectCode.insufficientBalance;
}

interface Total {
  totalLow: number;
  totalHigh: number;
}

const scratchTotal: Total = { totalLow: 0, totalHigh: 0 };

/** Sets `result`, which may be `total` itself, to total + amount; the amount is negative for money that leaves. */
function addToTotal(total: Total, amount: number, result: Total): void {
  const carry = Math.floor(amount / limb);
  const low = total.totalLow + (amount - carry * limb);
  const isOver = low >= limb;
  result.totalHigh = total.totalHigh + carry + (isOver ? 1 : 0);
  result.totalLow = isOver ? low - limb : low;
}
