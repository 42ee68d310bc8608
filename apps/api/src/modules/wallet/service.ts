/** Wallets: what a person has, and moving it between the main and the trade wallet. */
import { randomUUID } from 'node:crypto';
import type { BalanceResponse, TransferRequest, TransferResponse } from '@pelican/shared/contracts/wallet.ts';
import type { CommandDone } from '@pelican/shared/engine/spot/events.ts';
import { DomainError } from '@pelican/shared/errors.ts';
import { parseUnits } from '@pelican/shared/money/decimal.ts';
import type pg from 'pg';
import type { LiveMarketData } from '../../market-data/index.ts';
import { inTransaction } from '../../platform/database.ts';
import { assertAccepted, type SpotEngine } from '../../platform/engine-client.ts';
import type { CatalogAsset } from '../markets/index.ts';
import { viewBalances } from './balances.ts';
import { type BegunTransfer, beginTransfer } from './begin-transfer.ts';
import { lastPrices } from './inr-value.ts';
import { findBalances, findTransfer, type Transfer } from './repository.ts';

export interface WalletServiceDeps {
  pool: pg.Pool;
  engine: Pick<SpotEngine, 'submit'>;
  live: LiveMarketData;
  /** Resolves when settlement has passed the sequence. @throws DomainError service_unavailable after 2 s */
  waitUntilSettled(seq: number): Promise<void>;
}

export interface WalletService {
  /** All assets, true for everything acknowledged before the call. */
  balances(userId: number): Promise<BalanceResponse>;
  /**
   * Moves money. Into the trade wallet: answered when the engine has it, or as pending when the engine is away, for it
   * will get it. Out of it: answered when the main wallet has it.
   * @throws DomainError unknown_asset, wrong_step, out_of_range, insufficient_balance, repeated_with_other_content;
   * outcome_unknown when the money could not be seen to arrive: the transfer goes on
   */
  transfer(userId: number, request: TransferRequest, idempotencyKey: string | undefined): Promise<TransferResponse>;
}

export function createWalletService(deps: WalletServiceDeps): WalletService {
  const { pool, engine, live } = deps;

  /** What the user did, here or elsewhere, is in Postgres after this. */
  async function waitForOwn(userId: number): Promise<void> {
    await live.waitUntilCurrent();
    await deps.waitUntilSettled(live.view.lastSequenceOf(userId));
  }

  async function intoTrade({ transfer, command }: BegunTransfer): Promise<Transfer> {
    const done = await engine.submit(command).catch(ignoreAway);
    if (!done) return transfer;
    assertAccepted(done);
    return { ...transfer, status: 'completed' };
  }

  async function outOfTrade({ transfer, command }: BegunTransfer): Promise<Transfer> {
    const done = await engine.submit(command).catch(ignoreAway);
    if (!done) throw stillPending(transfer);
    try {
      await deps.waitUntilSettled(live.view.lastSequenceOf(transfer.userId));
    } catch (error) {
      if (done.code !== 0) assertAccepted(done);
      throw stillPending(transfer, error);
    }
    assertAccepted(done);
    return { ...transfer, status: 'completed' };
  }

  async function repeated(userId: number, idempotencyKey: string, wanted: WantedTransfer): Promise<Transfer> {
    await waitForOwn(userId);
    const first = await findTransfer(pool, userId, idempotencyKey);
    if (!first) throw new Error(`transfer ${idempotencyKey} of user ${userId} is known and cannot be found`);
    const isSame =
      first.assetId === wanted.asset.id &&
      first.from === wanted.from &&
      first.to === wanted.to &&
      unitsOf(first.amount, wanted.asset) === wanted.units;
    if (!isSame) throw new DomainError('repeated_with_other_content');
    if (first.status === 'rejected') throw new DomainError(first.rejectCode ?? 'insufficient_balance');
    if (first.status === 'pending' && first.from === 'trade') throw stillPending(first);
    return first;
  }

  return {
    async balances(userId) {
      await waitForOwn(userId);
      return viewBalances(live.catalog().assets, await findBalances(pool, userId), lastPrices(live));
    },

    async transfer(userId, request, givenKey) {
      const { from, to } = request;
      if (from === to) throw new DomainError('invalid_argument', { fields: { to: ['Choose another wallet'] } });
      const asset = live.catalog().assetByTicker(request.ticker);
      if (!asset) throw new DomainError('unknown_asset', { fields: { ticker: ['Unknown currency'] } });
      const units = unitsOf(request.amount, asset);
      const idempotencyKey = givenKey ?? randomUUID();
      const begun = await inTransaction(pool, (transaction) =>
        beginTransfer(transaction, { userId, asset, units, from, to, idempotencyKey }),
      );
      const transfer = !begun
        ? await repeated(userId, idempotencyKey, { asset, units, from, to })
        : await (from === 'main' ? intoTrade(begun) : outOfTrade(begun));
      return viewTransfer(transfer, asset);
    },
  };
}

interface WantedTransfer {
  asset: CatalogAsset;
  units: number;
  from: string;
  to: string;
}

/** @throws DomainError wrong_step, out_of_range */
function unitsOf(amount: string, asset: CatalogAsset): number {
  const parsed = parseUnits(amount, asset.scale);
  if ('units' in parsed) return parsed.units;
  if (parsed.problem === 'outOfRange') {
    throw new DomainError('out_of_range', { fields: { amount: ['The value is out of range'] } });
  }
  const message = `${asset.ticker} has at most ${asset.scale} decimals`;
  throw new DomainError('wrong_step', { message, fields: { amount: [message] } });
}

/** The command is in the outbox, so an engine that does not answer now gets it later. */
function ignoreAway(error: unknown): CommandDone | undefined {
  if (error instanceof DomainError && (error.code === 'service_unavailable' || error.code === 'outcome_unknown')) {
    return undefined;
  }
  throw error;
}

function stillPending(transfer: Transfer, cause?: unknown): DomainError {
  return new DomainError('outcome_unknown', {
    message: 'Your transfer is pending: it was accepted and has not arrived yet. Check before you try again.',
    details: { transferId: transfer.id },
    cause,
  });
}

function viewTransfer(transfer: Transfer, asset: CatalogAsset): TransferResponse {
  const { id, amount, from, to, status, time } = transfer;
  return { id, ticker: asset.ticker, amount, from, to, status, time };
}
