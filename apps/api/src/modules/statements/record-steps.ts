/** The way of a deposit, a withdrawal or a transfer: which steps are done, where the money is, and when it goes on. */
import { bankHours } from '@pelican/shared/contracts/inr';
import { type PaymentStatus, paymentStatus } from '@pelican/shared/contracts/payments';
import type { HistoryStep, WalletRecordDetail } from '@pelican/shared/contracts/statements';
import { type FullRecord, failedStatuses } from './history.ts';
import { type WaitFacts, waitOf } from './waiting.ts';

type Way = Pick<WalletRecordDetail, 'steps' | 'place' | 'expectedAt' | 'waitsUntil' | 'confirmations'>;

const successes: readonly number[] = [paymentStatus.successful, paymentStatus.successfulManual];
const bankSeconds = bankHours * 3_600;

/** @param now unix seconds */
export function detailOf(record: FullRecord, facts: WaitFacts | undefined, now: number): WalletRecordDetail {
  const { changedAt, confirmedAt, finishedAt, confirmations, network, methodKind, lockedUntil, ...shown } = record;
  const way = wayOf(record, now);
  const wait = waitOf(record, facts, now);
  return { ...shown, ...way, arrivesAt: arrivalOf(record, way, wait, now), wait };
}

/** Nobody knows it of one that waits for a person or for a network that is away. */
function arrivalOf(record: FullRecord, way: Way, wait: WalletRecordDetail['wait'], now: number): number | null {
  const { kind, status, network } = record;
  if (wait !== null || isDone(record) || hasFailed(record)) return null;
  const isNext = kind === 'withdrawal' && status === paymentStatus.inProcess;
  if (isNext && network) return now + network.confirmations * network.blockSeconds;
  return way.expectedAt;
}

function wayOf(record: FullRecord, now: number): Way {
  if (record.kind === 'transfer') return transferWay(record);
  if (record.kind === 'withdrawal') return withdrawalWay(record, now);
  return record.methodKind === 'provider' ? providerWay(record) : depositWay(record);
}

const isDone = ({ status }: FullRecord) => successes.includes(status);
const hasFailed = ({ status }: FullRecord) => failedStatuses.includes(status);

/** The steps before `current` are done, the others are ahead; of one that has ended without success nothing is ahead. */
function stepsOf(record: FullRecord, keys: [HistoryStep['key'], number | null][], current: number): HistoryStep[] {
  const shown = hasFailed(record) ? keys.slice(0, current + 1) : keys;
  return shown.map(([key, at], index) => {
    if (isDone(record) || index < current) return { key, state: 'done', at };
    if (index > current) return { key, state: 'ahead', at: null };
    return hasFailed(record) ? { key, state: 'failed', at: record.changedAt } : { key, state: 'current', at: null };
  });
}

function transferWay(record: FullRecord): Way {
  const steps = stepsOf(
    record,
    [
      ['requested', record.createdAt],
      ['arrived', record.finishedAt],
    ],
    1,
  );
  const place = isDone(record) || hasFailed(record) ? 'wallet' : 'between';
  return { steps, place, expectedAt: null, waitsUntil: null, confirmations: null };
}

function confirmationsOf({ confirmations: have, network }: FullRecord): Way['confirmations'] {
  return network && { have: Math.min(have, network.confirmations), need: network.confirmations };
}

/** When the confirmations that are missing are usually there. */
function confirmedBy(record: FullRecord): number | null {
  const { network, changedAt } = record;
  const missing = confirmationsOf(record);
  if (!network || !missing) return null;
  return changedAt + (missing.need - missing.have) * network.blockSeconds;
}

/** The payer's own part is quick: there is nothing to expect from us before the provider reports it. */
function providerWay(record: FullRecord): Way {
  const isReviewed = record.status === paymentStatus.unconfirmedByAdmin;
  const steps = stepsOf(
    record,
    [
      ['requested', record.createdAt],
      ['paid', record.confirmedAt],
      ['credited', record.finishedAt],
    ],
    isReviewed ? 2 : 1,
  );
  const place = isDone(record) ? 'wallet' : hasFailed(record) ? 'none' : 'provider';
  return { steps, place, expectedAt: null, waitsUntil: null, confirmations: null };
}

function depositWay(record: FullRecord): Way {
  const isOpen = !isDone(record) && !hasFailed(record);
  const isOnChain = record.network !== null;
  const steps = stepsOf(
    record,
    [
      ['seen', record.createdAt],
      [isOnChain ? 'confirmations' : 'reviewed', record.confirmedAt],
      ['credited', record.finishedAt],
    ],
    1,
  );
  const expectedAt = isOnChain ? confirmedBy(record) : record.createdAt + bankSeconds;
  return {
    steps,
    place: isDone(record) ? 'wallet' : isOnChain ? 'network' : 'bank',
    expectedAt: isOpen && record.status !== paymentStatus.frozen ? expectedAt : null,
    waitsUntil: null,
    confirmations: isOnChain ? confirmationsOf(record) : null,
  };
}

/** Which step a withdrawal is at, by its status: requested, confirmed, reviewed, sent, received. */
const withdrawalStep: Partial<Record<PaymentStatus, number>> = {
  [paymentStatus.unconfirmedByUser]: 1,
  [paymentStatus.frozen]: 2,
  [paymentStatus.unconfirmedByAdmin]: 2,
  [paymentStatus.confirmedByUser]: 2,
  [paymentStatus.pending]: 3,
  [paymentStatus.inProcess]: 3,
  [paymentStatus.sent]: 4,
};

/** Of one that has ended without success: it was never sent unless it has a transaction, or a bank has refused it. */
function failedStep({ txHash, confirmedAt, status, methodKind }: FullRecord): number {
  if (txHash !== '' || (methodKind === 'bank' && status === paymentStatus.unsuccessful)) return 4;
  return confirmedAt === null ? 1 : 2;
}

function withdrawalWay(record: FullRecord, now: number): Way {
  const { status, network, lockedUntil, changedAt } = record;
  const current = hasFailed(record) ? failedStep(record) : (withdrawalStep[status as PaymentStatus] ?? 2);
  const steps = stepsOf(
    record,
    [
      ['requested', record.createdAt],
      ['confirmed', record.confirmedAt],
      ['reviewed', null],
      ['sent', null],
      ['received', record.finishedAt],
    ],
    current,
  );
  const isSent = status === paymentStatus.sent;
  const isOnItsWay = isSent || status === paymentStatus.pending || status === paymentStatus.inProcess;
  const expectedAt = network ? (isSent ? confirmedBy(record) : null) : isOnItsWay ? changedAt + bankSeconds : null;
  const outside = network ? 'network' : 'bank';
  return {
    steps,
    place: isDone(record) ? 'receiver' : hasFailed(record) ? 'wallet' : isSent ? outside : 'held',
    expectedAt,
    waitsUntil:
      !isOnItsWay && current < 3 && !hasFailed(record) && lockedUntil !== null && lockedUntil > now
        ? lockedUntil
        : null,
    confirmations: isSent ? confirmationsOf(record) : null,
  };
}
