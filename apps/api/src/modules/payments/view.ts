/** Payment methods on the wire. */
import type { FeeRow, PaymentAction, PaymentMethod } from '@pelican/shared/contracts/payments';
import type { CatalogAsset } from '../../catalog/index.ts';
import type { Method, PaymentTerms } from './methods.ts';

/** Parts per million of a percent. */
const ppmPerPercent = 10_000;

export function viewMethod(
  method: Method,
  { ticker }: Pick<CatalogAsset, 'ticker'>,
  action: PaymentAction,
  terms: PaymentTerms,
): PaymentMethod {
  const { id, key, kind, name, description, tooltip, network, isMemo, contract } = method;
  return {
    id,
    key,
    type: kind,
    action,
    enabled: terms.enabled,
    name,
    description,
    tooltip,
    logo: `/coins/${ticker.toLowerCase()}.svg`,
    minAmount: terms.amountMin,
    maxAmount: terms.amountMax,
    fee: viewFee(terms),
    network: network
      ? {
          key: network.key,
          name: network.name,
          confirmations: network.confirmations,
          seconds: network.confirmations * network.blockSeconds,
          is_memo: isMemo,
          contract,
        }
      : null,
  };
}

export function viewFee(terms: PaymentTerms): PaymentMethod['fee'] {
  const { feeFixed, feeMin, feeMax, feePpm } = terms;
  return { fixed: feeFixed, flexMin: feeMin, flexMax: feeMax, flexPercent: String(feePpm / ppmPerPercent) };
}

/** GET /v2/currency-fee names the same figures in another way. */
export function viewCurrencyFee(terms: PaymentTerms) {
  const { fixed, flexMin, flexMax, flexPercent } = viewFee(terms);
  return {
    min: terms.amountMin,
    max: terms.amountMax,
    fixed,
    flex: { minFee: flexMin, maxFee: flexMax, percent: flexPercent },
  };
}

export function viewFeeRow(method: Method, asset: CatalogAsset): FeeRow {
  const { deposit, withdraw } = method.terms;
  return {
    ticker: asset.ticker,
    label: asset.label,
    method: method.name,
    depositFee: deposit ? viewFee(deposit) : null,
    withdrawalFee: withdraw ? viewFee(withdraw) : null,
    depositMin: deposit?.amountMin ?? '0',
    depositMax: deposit?.amountMax ?? '0',
    withdrawalMin: withdraw?.amountMin ?? '0',
    withdrawalMax: withdraw?.amountMax ?? '0',
  };
}
