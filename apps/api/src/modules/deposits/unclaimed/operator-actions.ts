/**
 * What operators decide of transfers that belong to nobody. One that is assigned becomes a deposit of the user, with the name of its transfer:
 * the watcher credits it after its confirmations as any other one, once, and a re-organisation that drops its block drops it as well.
 */
import { DomainError } from '@pelican/shared/contracts';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { z } from 'zod';
import { lockUser, type OperatorAction, plainText, recordAct } from '../../../identity/index.ts';
import { writeNotices } from '../../../notices/index.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import { decimalsDiffer, findMethods, splitFee } from '../../payments/index.ts';
import { wholeAmount } from '../amounts.ts';

const assignment = z.object({ transfer: z.number().int(), email: z.string() });
type Assignment = z.infer<typeof assignment>;

/**
 * Makes it a deposit of the user. Its minimum does not hold: two operators have looked at it.
 * @throws DomainError not_found, request_closed (it is decided, or is in no block any more), out_of_range (no ledger holds the amount, or it is not known), forbidden
 */
export const assignUnclaimed: OperatorAction<Assignment, void> = {
  name: 'deposits.assign_unclaimed',
  permission: 'money',
  twoPersons: true,
  payload: assignment,
  about: ({ email }) => email,
  neverAboutOneself: true,
  async run(tx, act, { transfer: id, email }) {
    const { id: userId } = await lockUser(tx, email);
    const transfer = await lockOpen(tx, id);
    const { assetId, methodId, ticker, reference, address, memo, blockHeight } = transfer;
    if (transfer.isDiffering)
      throw new DomainError('out_of_range', {
        message: 'Its contract names other decimals than its payment method: its amount is not known.',
      });
    const { amount, fee } = await amountsOf(tx, transfer);
    const { rows } = await tx.query<{ id: string }>(
      `INSERT INTO deposits (user_id, asset_id, method_id, amount, fee, status, reference, address, memo, transaction_hash, block_height, units)
       VALUES ($1, $2, $3, $4, $5, ${paymentStatus.pending}, $6, $7, $8, $9, $10, $11) ON CONFLICT (method_id, reference) DO NOTHING RETURNING id`,
      [
        userId,
        assetId,
        methodId,
        amount,
        fee,
        reference,
        address,
        memo,
        hashOf(reference),
        blockHeight,
        transfer.units,
      ],
    );
    const deposit = rows[0]?.id;
    if (deposit === undefined) throw closed();
    await tx.query(
      `UPDATE unclaimed_transfers SET state = 'assigned', deposit_id = $2, decided_at = clock_timestamp() WHERE id = $1`,
      [id, deposit],
    );
    const payload = { id: Number(deposit), amount, ticker };
    await writeNotices(tx, [{ userId, kind: 'deposit_seen', payload, key: `deposit_seen:${deposit}` }]);
    await recordAct(tx, act, {
      action: 'unclaimed_transfer.assigned',
      subject: `user:${userId}`,
      details: { transfer: id, deposit: Number(deposit), reference, ticker, amount },
    });
  },
};

const returned = z.object({ transfer: z.number().int(), text: plainText });
type Returned = z.infer<typeof returned>;

/** Writes down that it was sent back by hand: nothing of it was ever in the ledger. @throws DomainError not_found, request_closed */
export const returnUnclaimed: OperatorAction<Returned, void> = {
  name: 'deposits.return_unclaimed',
  permission: 'money',
  twoPersons: true,
  explainsItself: () => true,
  payload: returned,
  async run(tx, act, { transfer: id, text }) {
    const { networkKey, reference, ticker } = await lockOpen(tx, id);
    await tx.query(
      `UPDATE unclaimed_transfers SET state = 'returned', reason = $2, decided_at = clock_timestamp() WHERE id = $1`,
      [id, text],
    );
    await recordAct(tx, act, {
      action: 'unclaimed_transfer.returned',
      subject: `network:${networkKey}`,
      details: { transfer: id, reference, ticker, text },
    });
  },
};

interface OpenTransfer {
  state: string;
  networkKey: string;
  methodId: number;
  assetId: number;
  ticker: string;
  scale: number;
  decimals: number;
  /** From what its contract names. */
  isDiffering: boolean;
  units: string;
  reference: string;
  address: string;
  memo: string;
  blockHeight: string;
}

/** Nobody else decides it, and no re-organisation removes it, before the transaction ends. */
async function lockOpen(tx: Transaction, id: number): Promise<OpenTransfer> {
  const { rows } = await tx.query<OpenTransfer>(
    `SELECT transfer.state, network.key AS "networkKey", method.id AS "methodId", assets.id AS "assetId", assets.ticker, assets.scale,
       coalesce(method.decimals, assets.scale) AS decimals, ${decimalsDiffer} AS "isDiffering", trunc(transfer.units)::text AS units, transfer.reference, transfer.address,
       transfer.memo, transfer.block_height AS "blockHeight"
     FROM unclaimed_transfers transfer JOIN networks network ON network.id = transfer.network_id
     JOIN payment_methods method ON method.network_id = network.id AND method.contract = transfer.contract
     JOIN assets ON assets.id = method.asset_id
     WHERE transfer.id = $1 FOR UPDATE OF transfer`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new DomainError('not_found', { message: `there is no unclaimed transfer ${id}` });
  if (row.state !== 'open') throw closed();
  return row;
}

async function amountsOf(
  tx: Transaction,
  { assetId, methodId, units, decimals, scale }: OpenTransfer,
): Promise<{ amount: string; fee: string }> {
  const amount = wholeAmount(BigInt(units), decimals, scale);
  const terms = (await findMethods(tx, assetId)).find(({ id }) => id === methodId)?.terms.deposit;
  const split = amount !== undefined && terms ? splitFee(amount, terms, { scale }) : undefined;
  if (amount === undefined || !split || !/[1-9]/.test(split.net))
    throw new DomainError('out_of_range', {
      message: 'Nothing of this amount could be credited: send it back by hand.',
    });
  return { amount, fee: split.fee };
}

const closed = () => new DomainError('request_closed', { message: 'The transfer is decided already.' });
const hashOf = (reference: string) => reference.slice(0, reference.lastIndexOf(':'));
