/** Wallets: what a user has, and moving it between the main, the trade and the futures wallet. */
import { randomUUID } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import type { FuturesBalance } from '@pelican/shared/contracts/perpetual';
import type {
  AnyTransferRequest,
  BalanceResponse,
  TickerBalance,
  TransferResponse,
} from '@pelican/shared/contracts/wallet';
import type { Shard, ShardOf } from '@pelican/shared/engine';
import { parseBigUnits, parseUnits } from '@pelican/shared/money';
import type pg from 'pg';
import type { CatalogAsset, UnopenedAssets } from '../../catalog/index.ts';
import { type KnownAsset, requireAsset, type SpotVenue } from '../../live/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { Principal, UserRateLimit } from '../../platform/http/index.ts';
import { depositPlaceOf } from '../deposits/index.ts';
import { findMethods, viewCurrencyFee } from '../payments/index.ts';
import { hasSome, viewBalances, type Withdrawable } from './balances.ts';
import { type BegunTransfer, beginTransfer, type TransferOrder, type TransferStep } from './begin-transfer.ts';
import { createGatherer, type WantedCoins } from './gather-coins.ts';
import { lastPrices } from './inr-value.ts';
import { findBalances, findTradeAvailable, findTransfer, type Transfer, type WalletName } from './repository.ts';
import type { WalletShard, WalletShards } from './wallet-shards.ts';

/** What a journal says of a command that it did not take or that has no answer yet. */
const codesOfAway = new Set<string>(['service_unavailable', 'exchange_halted', 'outcome_unknown']);

export interface WalletServiceDeps {
  pool: pg.Pool;
  /** Assets and last prices. */
  live: SpotVenue;
  shards: WalletShards;
  /** The shards whose trade and futures wallets transfers move money into and out of. */
  own: { trade: ShardOf<'spot'>; futures: Shard };
  /** The futures wallets of a user, one a settlement asset: only those may enter the futures wallet. */
  futuresBalancesOf(userId: number): FuturesBalance[];
  /** What may still be withdrawn of each asset. */
  withdrawableOf(principal: Principal): Promise<Withdrawable>;
  unopened: UnopenedAssets;
  knownAsset: KnownAsset;
  /** Of transfers: the engines remember each for a week. */
  rateLimit: UserRateLimit;
}

export interface WalletService {
  /** All assets but those that have not opened and the caller has nothing of, true for everything acknowledged before the call. */
  balances(principal: Principal): Promise<BalanceResponse>;
  /** One asset, with what its payment methods take. @throws DomainError unknown_asset */
  balanceOf(principal: Principal, ticker: string): Promise<TickerBalance>;
  /**
   * Moves money. From main: answered when the other side has it, or as pending when its engine is away, for it will get
   * it. From trade or futures: answered when the receiving side has it.
   * @throws DomainError too_many_requests, unknown_asset, wrong_step, out_of_range, insufficient_balance, repeated_with_other_content;
   * outcome_unknown when the money could not be seen to arrive: the transfer goes on
   */
  transfer(userId: number, request: AnyTransferRequest, idempotencyKey: string | undefined): Promise<TransferResponse>;
  /** Brings coins from the other shards' trade wallets into one: see gather-coins.ts. */
  gather(wanted: WantedCoins): Promise<boolean>;
  /** What the user did, here or elsewhere, is in Postgres after this. */
  waitForOwn(userId: number): Promise<void>;
}

export function createWalletService(deps: WalletServiceDeps): WalletService {
  const { pool, live, shards } = deps;
  const spotShards = live.shards.map(({ shard }) => shard);

  function shardsOf(from: WalletName, to: WalletName): Pick<TransferOrder, 'fromShard' | 'toShard'> {
    return {
      ...(from !== 'main' && { fromShard: deps.own[from] }),
      ...(to !== 'main' && { toShard: deps.own[to] }),
    };
  }

  function walletOf({ id, name }: Shard): WalletShard {
    const wallet = shards.get(id);
    if (!wallet) throw new Error(`this process does not know the shard ${name}: SHARDS lacks it`);
    return wallet;
  }

  /** What the user did, here or elsewhere, is in Postgres after this. */
  async function waitForOwn(userId: number): Promise<void> {
    await Promise.all([...shards.values()].map((shard) => shard.waitForOwn(userId)));
  }

  const gather = createGatherer({ pool, rateLimit: deps.rateLimit, spotShards, complete: outOfShard, waitForOwn });

  /** The trade wallet that a transfer leaves gets what the other shards' wallets have of it. */
  async function gatherFor(userId: number, asset: CatalogAsset, units: number, idempotencyKey: string): Promise<void> {
    if (spotShards.length === 1) return;
    const shard = deps.own.trade;
    await waitForOwn(userId);
    if (await findTransfer(pool, userId, idempotencyKey)) return;
    const available = parseBigUnits(await findTradeAvailable(pool, userId, asset.id, shard.id), asset.scale);
    if (available < units) await gather({ userId, asset, missing: units - Number(available), shard });
  }

  async function fromMain({ transfer, steps: [step] }: BegunTransfer): Promise<Transfer> {
    const answer = await submit(step);
    if (answer === 'away') return transfer;
    if (answer) throw answer;
    return { ...transfer, status: 'completed' };
  }

  /**
   * Out of a shard, and into another one if that is where it goes. The second command is in the outbox once settlement
   * has seen the first one's effect; sending it here as well saves waiting for the worker.
   */
  async function outOfShard({ transfer, steps }: BegunTransfer): Promise<Transfer> {
    for (const step of steps) {
      const answer = await submit(step);
      if (answer === 'away') throw stillPending({ transferId: transfer.id });
      try {
        await walletOf(step.shard).waitUntilSettled(transfer.userId);
      } catch (error) {
        throw answer ?? stillPending({ transferId: transfer.id }, error);
      }
      if (answer) throw answer;
    }
    return { ...transfer, status: 'completed' };
  }

  /** The engine's refusal, undefined when it took the command, 'away' when it does not answer: it gets the command of the outbox later. */
  async function submit({ shard, transfer }: TransferStep): Promise<DomainError | 'away' | undefined> {
    try {
      return await walletOf(shard).move(transfer);
    } catch (error) {
      if (error instanceof DomainError && codesOfAway.has(error.code)) return 'away';
      throw error;
    }
  }

  async function repeated(userId: number, idempotencyKey: string, wanted: WantedTransfer): Promise<Transfer> {
    // The transfer was accepted by the first call, so that its end cannot be seen yet is no refusal.
    await waitForOwn(userId).catch((cause: unknown) => {
      throw stillPending({ idempotencyKey }, cause);
    });
    const first = await findTransfer(pool, userId, idempotencyKey);
    if (!first) throw new Error(`transfer ${idempotencyKey} of user ${userId} is known and cannot be found`);
    const isSame =
      first.assetId === wanted.asset.id &&
      first.from === wanted.from &&
      first.to === wanted.to &&
      unitsOf(first.amount, wanted.asset) === wanted.units;
    if (!isSame) throw new DomainError('repeated_with_other_content');
    if (first.status === 'rejected') throw new DomainError(first.rejectCode ?? 'insufficient_balance');
    if (first.status === 'pending' && first.from !== 'main') throw stillPending({ transferId: first.id });
    return first;
  }

  /** @throws DomainError unknown_asset, also for one that futures are not settled in */
  async function assetOf(userId: number, { ticker, from, to }: AnyTransferRequest): Promise<CatalogAsset> {
    const asset = await requireAsset(deps.knownAsset, ticker, userId);
    const isFutures = from === 'futures' || to === 'futures';
    const settles = () => deps.futuresBalancesOf(userId).some((balance) => balance.ticker === ticker);
    if (isFutures && !settles()) {
      const message = `${ticker} cannot be in the futures wallet`;
      throw new DomainError('unknown_asset', { message, fields: { ticker: [message] } });
    }
    return asset;
  }

  async function balances(principal: Principal, assets = live.catalog().assets): Promise<BalanceResponse> {
    const { userId } = principal;
    await waitForOwn(userId);
    const [found, withdrawable, unopened] = await Promise.all([
      findBalances(pool, userId),
      deps.withdrawableOf(principal),
      deps.unopened(),
    ]);
    const shown = assets.filter(({ id }) => !unopened.has(id) || hasSome(found.get(id)));
    const futures = new Map(deps.futuresBalancesOf(userId).map((balance) => [balance.ticker, balance]));
    return viewBalances(shown, found, futures, { priceOf: lastPrices(live), withdrawable });
  }

  return {
    gather,
    waitForOwn,

    balances,

    async balanceOf(principal, ticker) {
      const asset = await requireAsset(deps.knownAsset, ticker, principal.userId);
      const [{ result }, methods] = await Promise.all([balances(principal, [asset]), findMethods(pool, asset.id)]);
      const [balance] = result;
      if (!balance) throw new DomainError('unknown_asset', { fields: { ticker: ['Unknown currency'] } });
      const place = await depositPlaceOf(pool, principal.userId, methods);
      const termsOf = (action: 'deposit' | 'withdraw') =>
        methods.flatMap(({ key, terms }) => (terms[action] ? [{ key, ...viewCurrencyFee(terms[action]) }] : []));
      return { ...balance, ...place, deposit: termsOf('deposit'), withdraw: termsOf('withdraw') };
    },

    async transfer(userId, request, givenKey) {
      const { from, to } = request;
      if (from === to) throw new DomainError('invalid_argument', { fields: { to: ['Choose another wallet'] } });
      const asset = await assetOf(userId, request);
      const units = unitsOf(request.amount, asset);
      deps.rateLimit.take(userId);
      const idempotencyKey = givenKey ?? randomUUID();
      if (from === 'trade') await gatherFor(userId, asset, units, idempotencyKey);
      const begun = await inTransaction(pool, (transaction) =>
        beginTransfer(transaction, { userId, asset, units, from, to, ...shardsOf(from, to), idempotencyKey }),
      );
      const transfer = !begun
        ? await repeated(userId, idempotencyKey, { asset, units, from, to })
        : await (from === 'main' ? fromMain(begun) : outOfShard(begun));
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

/** The amount in smallest units of the asset. @throws DomainError wrong_step, out_of_range */
export function unitsOf(amount: string, asset: Pick<CatalogAsset, 'ticker' | 'scale'>): number {
  const parsed = parseUnits(amount, asset.scale);
  if ('units' in parsed) return parsed.units;
  if (parsed.problem === 'outOfRange') {
    throw new DomainError('out_of_range', { fields: { amount: ['The value is out of range'] } });
  }
  const message = `${asset.ticker} has at most ${asset.scale} decimals`;
  throw new DomainError('wrong_step', { message, fields: { amount: [message] } });
}

function stillPending(details: Record<string, unknown>, cause?: unknown): DomainError {
  return new DomainError('outcome_unknown', {
    message: 'Your transfer is pending: it was accepted and has not arrived yet. Check before you try again.',
    details,
    cause,
  });
}

function viewTransfer(transfer: Transfer, asset: CatalogAsset): TransferResponse {
  const { id, amount, from, to, status, time } = transfer;
  return { id, ticker: asset.ticker, amount, from, to, status, time };
}
