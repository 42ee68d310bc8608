/** transferIn and transferOut: money that crosses the shard's border, once per (transferId, direction). */
import { Op } from '@pelican/shared/engine/commands.ts';
import { RejectCode } from '@pelican/shared/engine/reject-codes.ts';
import {
  addAvailable,
  availableSaturated,
  cellFor,
  findCell,
  hasAvailable,
  subtractAvailable,
} from '../accounts/cells.ts';
import { isPositiveSafe, limb, totalHighMax } from '../limits.ts';
import { type Asset, type Shard, touchAny } from '../state.ts';

const transferLength = 32;

/** Applies the transfer command at byte `at` of the input. */
export function applyTransfer(shard: Shard, at: number, byteLength: number): void {
  const { input, reply, transferKeys } = shard;
  const isOut = input.bytes[at + 2] === Op.transferOut;
  const user = input.u32[(at >> 2) + 1] as number;
  const assetId = input.u16[(at >> 1) + 4] as number;
  const transferId = byteLength < transferLength ? 0 : (input.f64[(at >> 3) + 2] as number);
  const amount = byteLength < transferLength ? 0 : (input.f64[(at >> 3) + 3] as number);
  if (isPositiveSafe(transferId)) reply.orderId = transferId;
  if (user === 0 || !isPositiveSafe(transferId) || !isPositiveSafe(amount)) {
    reply.code = RejectCode.outOfRange;
    return;
  }
  if (transferKeys.has(transferId, isOut, shard.timeMs)) {
    reply.repeated = true;
    return;
  }
  const asset = shard.assets[assetId];
  reply.code = checkTransfer(shard, asset, user, assetId, amount, isOut);
  if (reply.code !== RejectCode.none) return;
  const cell = cellFor(shard.cells, user, assetId);
  addToTotal(asset as Asset, isOut ? -amount : amount);
  if (isOut) subtractAvailable(shard.cells, cell, amount);
  else addAvailable(shard.cells, cell, amount);
  touchAny(shard, cell);
  transferKeys.add(transferId, isOut, shard.timeMs);
  shard.events.transferApplied(user, assetId, transferId, amount, isOut);
}

function checkTransfer(
  shard: Shard,
  asset: Asset | undefined,
  user: number,
  assetId: number,
  amount: number,
  isOut: boolean,
): RejectCode {
  // No balance can pass 2^63 as long as all money of the asset together does not.
  if (asset && !isOut && asset.totalHigh + Math.ceil((asset.totalLow + amount) / limb) >= totalHighMax) {
    return RejectCode.outOfRange;
  }
  if (asset && isOut) {
    const cell = findCell(shard.cells, user, assetId);
    if (cell < 0 || !hasAvailable(shard.cells, cell, amount)) {
      shard.reply.required = amount;
      shard.reply.available = cell < 0 ? 0 : availableSaturated(shard.cells, cell);
      return RejectCode.insufficientBalance;
    }
  }
  return asset ? RejectCode.none : RejectCode.unknownAsset;
}

function addToTotal(asset: Asset, amount: number): void {
  const carry = Math.floor(amount / limb);
  let low = asset.totalLow + (amount - carry * limb);
  asset.totalHigh += carry;
  if (low >= limb) {
    low -= limb;
    asset.totalHigh += 1;
  }
  asset.totalLow = low;
}
