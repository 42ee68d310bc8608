/**
 * Payouts of networks whose transactions spend outputs: one transaction pays several withdrawals. The worker names withdrawals, outputs of ours and
 * a fee; addresses, amounts, units and keys are read here, and what is left goes back to the hot address.
 */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { PayoutProblem } from '@pelican/shared/contracts/withdrawals';
import { type OutputSigner, type OwnOutput, outputSignerOf, paidFee, spentOutpoints } from '../../chains/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import {
  type BatchPayment,
  findBatch,
  findFree,
  findInputs,
  findRaws,
  rememberInputs,
  rememberPayouts,
} from './batch-rows.ts';
import {
  type Approved,
  findSigned,
  findWithdrawal,
  isSame,
  isWithinFeeLimit,
  refusalByLimit,
  type SignedPayout,
  type SignerDeps,
  unitsOnNetwork,
} from './payouts.ts';
import { findNewestRaw } from './replacements.ts';
import { lockSignatures, nextNonce } from './signatures.ts';

export interface BatchQuestion {
  networkId: number;
  withdrawalIds: readonly number[];
  /** '<transaction>:<output>' of outputs of ours. */
  inputs: readonly string[];
  /** For the network, in its smallest unit. */
  feeUnits: bigint;
}

export interface BatchReplacement {
  /** One of those that the transaction pays. */
  withdrawalId: number;
  /** Outputs that are spent beside those of the transaction before. */
  inputs: readonly string[];
  feeUnits: bigint;
}

/** Of one withdrawal, or of the transaction. */
export class BatchRefusal {
  readonly reason: PayoutProblem;
  readonly withdrawalId: number | undefined;

  constructor(reason: PayoutProblem, withdrawalId?: number) {
    this.reason = reason;
    this.withdrawalId = withdrawalId;
  }
}

/** The transaction that pays the withdrawals: the same for ever once it is signed. */
export function signBatch(deps: SignerDeps, question: BatchQuestion): Promise<SignedPayout | BatchRefusal> {
  return inTransaction(deps.pool, async (tx) => {
    await lockSignatures(tx);
    const { networkId, withdrawalIds } = question;
    const before = await findBefore(tx, question);
    if (before) return before;
    const payments: BatchPayment[] = [];
    for (const id of withdrawalIds) {
      const payment = await approve(tx, deps, { id, networkId, before: payments });
      if (payment instanceof BatchRefusal) return payment;
      payments.push(payment);
    }
    const [first] = payments;
    const signer = first && signerOf(deps, first.approved);
    if (!signer) return new BatchRefusal('no_adapter');
    const refused = payments.find(({ approved, units }) => !signer.canPay(approved.address, units));
    if (refused) return new BatchRefusal('unpayable', refused.id);
    const inputs = await findFree(tx, networkId, question.inputs);
    const signed = inputs && sign(deps, signer, { payments, inputs, feeUnits: question.feeUnits });
    if (!signed) return new BatchRefusal('no_funds');
    if (signed instanceof BatchRefusal) return signed;
    const nonce = await nextNonce(tx, networkId);
    await rememberPayouts(tx, { networkId, nonce, payments, signed });
    await rememberInputs(tx, { networkId, nonce, from: 0, inputs });
    return signed;
  });
}

/**
 * Another transaction in the place of one that waits: it spends the same outputs but those that a re-organisation has taken, and more where they are
 * named, to the same receivers, and pays more than the one before. It has an output in common with each one before: the network takes one of them.
 */
export function replaceBatch(
  deps: SignerDeps,
  { withdrawalId, inputs: more, feeUnits }: BatchReplacement,
): Promise<SignedPayout | BatchRefusal> {
  return inTransaction(deps.pool, async (tx) => {
    await lockSignatures(tx);
    const batch = await findBatch(tx, withdrawalId);
    if (!batch) return new BatchRefusal('unknown');
    const payments: BatchPayment[] = [];
    for (const id of batch.ids) {
      const [approved, before] = [await findWithdrawal(tx, id), await findSigned(tx, id)];
      if (!approved || !before) return new BatchRefusal('unknown', id);
      if (!isSame(before, approved)) return new BatchRefusal('changed', id);
      if (approved.status !== paymentStatus.sent) return new BatchRefusal('not_approved', id);
      payments.push({ id, approved, units: unitsOnNetwork(approved.amount, approved.decimals) });
    }
    const signer = payments[0] && signerOf(deps, payments[0].approved);
    if (!signer) return new BatchRefusal('no_adapter');
    const { networkId, nonce } = batch;
    const own = await findInputs(tx, networkId, nonce);
    const kept = own.filter(({ isLost }) => !isLost);
    if (!(await excludesEach(tx, withdrawalId, kept))) return new BatchRefusal('no_funds');
    const added = await findFree(tx, networkId, more);
    const paid = paidFee(
      await findNewestRaw(tx, withdrawalId),
      new Map(own.map(({ outpoint, units }) => [outpoint, units])),
    );
    const signed =
      added && sign(deps, signer, { payments, inputs: [...kept, ...added], feeUnits, paidBefore: paid.units });
    if (!signed) return new BatchRefusal('no_funds');
    if (signed instanceof BatchRefusal) return signed;
    for (const { id } of payments)
      await tx.query('INSERT INTO signed_replacements (withdrawal_id, transaction_hash, raw) VALUES ($1, $2, $3)', [
        id,
        signed.transactionHash,
        signed.raw,
      ]);
    await rememberInputs(tx, { networkId, nonce, from: own.length, inputs: added });
    return signed;
  });
}

/** Whether a transaction that spends the outputs can never be mined beside one that is signed for the withdrawal. */
async function excludesEach(tx: Transaction, withdrawalId: number, inputs: readonly OwnOutput[]): Promise<boolean> {
  const outpoints = new Set(inputs.map(({ outpoint }) => outpoint));
  const raws = await findRaws(tx, withdrawalId);
  return raws.every((raw) => spentOutpoints(raw).some((outpoint) => outpoints.has(outpoint)));
}

function signerOf({ seed }: SignerDeps, { networkId: id, kind, chainName, addressType }: Approved) {
  return outputSignerOf({ id, kind, chainName, addressType }, seed);
}

/** Of withdrawals that are signed: all of the question are, and by one transaction. */
async function findBefore(
  tx: Transaction,
  { networkId, withdrawalIds }: BatchQuestion,
): Promise<SignedPayout | BatchRefusal | undefined> {
  const { rows } = await tx.query<{ id: string; hash: string }>(
    'SELECT withdrawal_id AS id, transaction_hash AS hash FROM signed_payouts WHERE withdrawal_id = ANY ($1)',
    [withdrawalIds],
  );
  const [first] = rows;
  if (!first) return undefined;
  for (const { id, hash } of rows) {
    const [approved, before] = [await findWithdrawal(tx, Number(id)), await findSigned(tx, Number(id))];
    if (!approved || !before || approved.networkId !== networkId) return new BatchRefusal('unknown', Number(id));
    if (!isSame(before, approved)) return new BatchRefusal('changed', Number(id));
    if (hash !== first.hash || rows.length !== withdrawalIds.length)
      return new BatchRefusal('not_approved', Number(id));
  }
  const signed = await findSigned(tx, Number(first.id));
  return signed && { transactionHash: signed.transactionHash, raw: signed.raw };
}

async function approve(
  tx: Transaction,
  deps: SignerDeps,
  { id, networkId, before }: { id: number; networkId: number; before: readonly BatchPayment[] },
): Promise<BatchPayment | BatchRefusal> {
  const approved = await findWithdrawal(tx, id);
  if (approved?.networkId !== networkId || before.some((one) => one.id === id)) return new BatchRefusal('unknown', id);
  if (approved.status !== paymentStatus.inProcess || !approved.isTaken) return new BatchRefusal('not_approved', id);
  if (!approved.isHeld) return new BatchRefusal('not_held', id);
  if (approved.memo !== '' || approved.contract !== '') return new BatchRefusal('unpayable', id);
  const amounts = before.filter((one) => one.approved.assetId === approved.assetId).map((one) => one.approved.amount);
  const refusal = await refusalByLimit(tx, deps.limits, approved, amounts);
  if (refusal) return new BatchRefusal(refusal, id);
  try {
    return { id, approved, units: unitsOnNetwork(approved.amount, approved.decimals) };
  } catch {
    return new BatchRefusal('unpayable', id);
  }
}

interface Unsigned {
  payments: readonly BatchPayment[];
  inputs: readonly OwnOutput[];
  feeUnits: bigint;
  /** By the transaction that is replaced: nodes take none in its place that pays no more. */
  paidBefore?: bigint;
}

/** Undefined when the inputs are not enough, or the fee is not. */
function sign(
  { feeLimits }: SignerDeps,
  signer: OutputSigner,
  { payments, inputs, feeUnits, paidBefore = 0n }: Unsigned,
): SignedPayout | BatchRefusal | undefined {
  const sum = (those: readonly { units: bigint }[]) => those.reduce((all, { units }) => all + units, 0n);
  const rest = sum(inputs) - sum(payments) - feeUnits;
  const [first] = payments;
  if (!first || inputs.length === 0 || feeUnits <= paidBefore || rest < 0n) return undefined;
  // Change that no node relays is left to the network.
  const changeUnits = signer.canPay(signer.address(0), rest, { isChange: true }) ? rest : 0n;
  const costMax = feeUnits + rest - changeUnits;
  if (!isWithinFeeLimit(feeLimits, first.approved, { raw: '', hash: '', costMax }))
    return new BatchRefusal('fee_above_limit');
  const paid = payments.map(({ approved: { address }, units }) => ({ address, units }));
  const { raw, hash } = signer.sign({ inputs, payments: paid, changeUnits });
  return { transactionHash: hash, raw };
}
