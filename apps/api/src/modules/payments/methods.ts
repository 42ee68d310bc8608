/** Payment methods in Postgres: the ways in and out of an asset, with their terms. */
import type { BitcoinChainName, NetworkKind, PaymentAction } from '@pelican/shared/contracts/payments';
import { stripZeros } from '@pelican/shared/money';
import type { Queryable } from '../../platform/database/index.ts';

/** What one action by a method costs, and how much it may be. Whole units; an `amountMax` or `feeMax` of '0' is no limit. */
export interface PaymentTerms {
  enabled: boolean;
  amountMin: string;
  amountMax: string;
  feeFixed: string;
  feePpm: number;
  feeMin: string;
  feeMax: string;
}

export interface MethodNetwork {
  id: number;
  key: string;
  name: string;
  kind: NetworkKind;
  /** Of a network of the Bitcoin family; null for others. */
  chainName: BitcoinChainName | null;
  confirmations: number;
  blockSeconds: number;
}

export interface Method {
  id: number;
  assetId: number;
  key: string;
  kind: 'crypto' | 'bank' | 'provider';
  /** The adapter of a payment provider; empty for other kinds. */
  provider: string;
  name: string;
  description: string;
  tooltip: string;
  isMemo: boolean;
  /** Of a token on the network; empty for the network's own coin. */
  contract: string;
  /** Of the asset on the network; null for methods other than networks. */
  decimals: number | null;
  /** Undefined for methods other than networks. */
  network: MethodNetwork | undefined;
  /** Those that the method knows; `enabled` is whether the way is open. */
  terms: Partial<Record<PaymentAction, PaymentTerms>>;
}

/**
 * Whether a way is open by its terms, its asset and its network; a bank without an account to pay to takes no deposits. SQL of `method`,
 * `asset`, `terms` and an optional `network`.
 */
export const isOpenWay = `terms.enabled AND CASE terms.action
  WHEN 'deposit' THEN asset.depositable AND coalesce(network.deposits_enabled, true) AND (method.kind <> 'bank' OR method.requisites IS NOT NULL)
  ELSE asset.withdrawable AND coalesce(network.withdrawals_enabled, true) END`;

/** All methods in their listing order, or those of one asset. */
export async function findMethods(db: Queryable, assetId?: number): Promise<Method[]> {
  const { rows } = await db.query<MethodRow>({
    // Two statements: with the choice inside one, a kept plan looks dearer than a new one for each call.
    name: assetId === undefined ? 'payment-methods' : 'payment-methods-of-asset',
    text: `SELECT method.id, method.asset_id AS "assetId", method.key, method.kind, method.provider, method.name, method.description, method.tooltip,
       method.is_memo AS "isMemo", method.contract, method.decimals, network.id AS "networkId", network.key AS "networkKey", network.name AS "networkName",
       network.kind AS "networkKind", network.chain_name AS "chainName", network.confirmations, network.block_seconds AS "blockSeconds", terms.action,
       ${isOpenWay} AS enabled,
       terms.amount_min AS "amountMin", terms.amount_max AS "amountMax", terms.fee_fixed AS "feeFixed", terms.fee_ppm AS "feePpm",
       terms.fee_min AS "feeMin", terms.fee_max AS "feeMax"
     FROM payment_methods method
     JOIN assets asset ON asset.id = method.asset_id
     JOIN payment_terms terms ON terms.method_id = method.id
     LEFT JOIN networks network ON network.id = method.network_id
     ${assetId === undefined ? '' : 'WHERE method.asset_id = $1'}
     ORDER BY asset.position, asset.id, method.position, method.id, terms.action`,
    values: assetId === undefined ? [] : [assetId],
  });
  const methods = new Map<number, Method>();
  for (const row of rows) {
    const method = methods.get(row.id) ?? methodOf(row);
    method.terms[row.action] = termsOf(row);
    methods.set(row.id, method);
  }
  return [...methods.values()];
}

type MethodRow = Omit<Method, 'network' | 'terms'> &
  PaymentTerms & {
    action: PaymentAction;
    networkId: number | null;
    networkKey: string;
    networkName: string;
    networkKind: MethodNetwork['kind'];
    chainName: BitcoinChainName | null;
    confirmations: number;
    blockSeconds: number;
  };

function methodOf(row: MethodRow): Method {
  const { id, assetId, key, kind, provider, name, description, tooltip, isMemo, contract, decimals, networkId } = row;
  const { networkKey, networkName, networkKind, chainName, confirmations, blockSeconds } = row;
  const network =
    networkId === null
      ? undefined
      : {
          id: networkId,
          key: networkKey,
          name: networkName,
          kind: networkKind,
          chainName,
          confirmations,
          blockSeconds,
        };
  return {
    id,
    assetId,
    key,
    kind,
    provider,
    name,
    description,
    tooltip,
    isMemo,
    contract,
    decimals,
    network,
    terms: {},
  };
}

function termsOf({ enabled, amountMin, amountMax, feeFixed, feePpm, feeMin, feeMax }: MethodRow): PaymentTerms {
  return {
    enabled,
    amountMin: stripZeros(amountMin),
    amountMax: stripZeros(amountMax),
    feeFixed: stripZeros(feeFixed),
    feePpm,
    feeMin: stripZeros(feeMin),
    feeMax: stripZeros(feeMax),
  };
}
