/** Deposits from networks, as users ask for them. */
import { DomainError } from '@pelican/shared/contracts';
import type { CryptoDeposit, DepositAddress, DepositData } from '@pelican/shared/contracts/deposits';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import type pg from 'pg';
import type { CatalogAsset } from '../../catalog/index.ts';
import type { SandboxChain } from '../../chains/index.ts';
import { kycFor, type Require } from '../../identity/index.ts';
import { type KnownAsset, requireAsset } from '../../live/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import {
  demandEnabled,
  findMethods,
  type Method,
  type MethodNetwork,
  type PaymentsService,
} from '../payments/index.ts';
import { type DepositAddressRow, provideAddress } from './addresses.ts';
import { depositPlaceOf, readHeight } from './deposit-place.ts';
import { findRecentDeposits, linkOf } from './find-deposits.ts';

/** How many times the least deposit the faucet gives. */
const faucetMinimums = 10n;

export interface DepositsServiceDeps {
  pool: pg.Pool;
  knownAsset: KnownAsset;
  payments: Pick<PaymentsService, 'methodsOf'>;
  require: Require;
  /** Of a demo: gives test coins. */
  sandbox: Pick<SandboxChain, 'faucet'> | undefined;
}

export interface Wanted {
  ticker: string;
  /** Key of a network; the asset's first one without. */
  network?: string | undefined;
}

export interface DepositsService {
  /** The current address, or one that is created. @throws DomainError, also for a new one while the current is unused */
  address(principal: Principal, wanted: Wanted, options: { isNew: boolean }): Promise<DepositAddress>;
  /** The ways in, or the one with the key, and the current address. @throws DomainError unknown_asset, unknown_payment_method */
  data(userId: number, ticker: string, key?: string): Promise<DepositData>;
  /** @throws DomainError unknown_asset, block_height_failed */
  blockHeight(wanted: Wanted): Promise<{ network: string; height: number }>;
  /** @throws DomainError unknown_asset */
  recent(userId: number, ticker: string): Promise<CryptoDeposit[]>;
  /** Sends test coins to the current address. @throws DomainError, faucet_failed outside of a demo too */
  faucet(principal: Principal, wanted: Wanted): Promise<{ amount: string; txHash: string }>;
}

interface Way {
  asset: CatalogAsset;
  method: Method;
  network: MethodNetwork;
}

export function createDepositsService(deps: DepositsServiceDeps): DepositsService {
  const { pool, knownAsset, payments, require, sandbox } = deps;

  async function wayOf({ ticker, network: key }: Wanted, userId?: number): Promise<Way | undefined> {
    const asset = await requireAsset(knownAsset, ticker, userId);
    for (const method of await findMethods(pool, asset.id)) {
      const { network } = method;
      if (network && (key === undefined || network.key === key)) return { asset, method, network };
    }
    return undefined;
  }

  /** @throws DomainError deposit_address_not_found, deposit_disabled */
  async function openWay(wanted: Wanted, { userId }: Principal): Promise<Way> {
    const way = await wayOf(wanted, userId);
    if (!way?.method.terms.deposit) throw new DomainError('deposit_address_not_found');
    demandEnabled(way.asset.ticker, way.method.terms.deposit, 'deposit');
    return way;
  }

  async function provide(principal: Principal, way: Way, options: { isNew: boolean }): Promise<DepositAddressRow> {
    const { asset, method, network } = way;
    const wanted = { userId: principal.userId, networkId: network.id, isMemo: method.isMemo };
    const row = await provideAddress(pool, wanted, options);
    if (row === 'unused') throw new DomainError('deposit_address_unused');
    if (!row) throw new DomainError('deposit_address_failed', { message: `Can't get your ${asset.ticker} address` });
    return row;
  }

  return {
    async address(principal, wanted, options) {
      await require(principal, kycFor('deposit'));
      const way = await openWay(wanted, principal);
      const { address, memo, isUsed } = await provide(principal, way, options);
      return {
        ticker: way.asset.ticker,
        network: way.network.key,
        address,
        memo,
        system_address: address,
        is_used: isUsed,
        explorer_link: linkOf(await explorerOf(pool, way.network.id), 'address', address),
        has_faucet: isSandbox(way, sandbox),
      };
    },

    async data(userId, ticker, key) {
      const isWanted = (one: { key: string }) => key === undefined || one.key === key;
      const ways = await payments.methodsOf(ticker, 'deposit', userId);
      const paymentList = ways.paymentList.filter(isWanted);
      if (key !== undefined && paymentList.length === 0) throw new DomainError('unknown_payment_method');
      const { id } = await requireAsset(knownAsset, ticker, userId);
      const methods = (await findMethods(pool, id)).filter(isWanted);
      return { ...ways, paymentList, ...(await depositPlaceOf(pool, userId, methods)) };
    },

    async blockHeight(wanted) {
      const way = await wayOf(wanted);
      const height = way && (await readHeight(pool, way.network.id));
      if (height === undefined) throw new DomainError('block_height_failed');
      return { network: way?.network.key ?? '', height };
    },

    async recent(userId, ticker) {
      const { id } = await requireAsset(knownAsset, ticker, userId);
      return findRecentDeposits(pool, userId, id);
    },

    async faucet(principal, wanted) {
      await require(principal, kycFor('deposit'));
      const way = await openWay(wanted, principal);
      if (!sandbox || !isSandbox(way, sandbox)) throw new DomainError('faucet_failed');
      const { address, memo } = await provide(principal, way, { isNew: false });
      const { decimals, contract, terms } = way.method;
      const scale = decimals ?? way.asset.scale;
      const units = parseBigUnits(terms.deposit?.amountMin ?? '1', scale) * faucetMinimums;
      try {
        const txHash = await sandbox.faucet({ to: address, memo, contract, units: String(units) });
        return { amount: formatBigUnits(units, scale), txHash };
      } catch (error) {
        throw new DomainError('faucet_failed', { cause: error });
      }
    },
  };
}

function isSandbox({ network }: Way, sandbox: DepositsServiceDeps['sandbox']): boolean {
  return sandbox !== undefined && network.kind === 'sandbox';
}

async function explorerOf(pool: pg.Pool, networkId: number): Promise<string> {
  const { rows } = await pool.query<{ pattern: string }>(
    'SELECT explorer_address AS pattern FROM networks WHERE id = $1',
    [networkId],
  );
  return rows[0]?.pattern ?? '';
}
