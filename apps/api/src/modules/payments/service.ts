/** Ways in and out of the exchange, and what they cost. */
import { DomainError } from '@pelican/shared/contracts';
import type { FeeRow, PaymentAction, PaymentData } from '@pelican/shared/contracts/payments';
import { parseUnits, stripZeros } from '@pelican/shared/money';
import { type Catalog, type CatalogAsset, publicMarkets } from '../../catalog/index.ts';
import { type KnownAsset, requireAsset } from '../../live/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { type FeeSplit, splitFee } from './fees.ts';
import { findMethods, type Method, type PaymentTerms } from './methods.ts';
import { findOwnFacts } from './own-facts.ts';
import { viewFeeRow, viewMethod } from './view.ts';

export interface PaymentsServiceDeps {
  pool: Queryable;
  catalog(): Catalog;
  knownAsset: KnownAsset;
}

/** A way in or out, with the terms of one action. */
export interface FoundMethod {
  asset: CatalogAsset;
  method: Method;
  terms: PaymentTerms;
}

export interface PaymentsService {
  /** @param userId who asks @throws DomainError unknown_asset */
  methodsOf(ticker: string, action: PaymentAction, userId: number): Promise<PaymentData>;
  /** With what the user has by each of them. @throws DomainError unknown_asset */
  ownMethodsOf(userId: number, ticker: string, action: PaymentAction): Promise<PaymentData>;
  /** Also one that is switched off. @param userId who asks, where it is known @throws DomainError unknown_asset, unknown_payment_method */
  method(ticker: string, key: string, action: PaymentAction, userId?: number): Promise<FoundMethod>;
  /** @throws DomainError unknown_asset, unknown_payment_method, wrong_step, out_of_range */
  fee(wanted: FeeQuestion): Promise<FeeSplit & { amount: string }>;
  /** Rows whose asset or method has the text in its name, in the listing order. */
  feeTable(search: string): Promise<FeeRow[]>;
}

export interface FeeQuestion {
  ticker: string;
  key: string;
  action: PaymentAction;
  /** Whole units. */
  amount: string;
}

export function createPaymentsService({ pool, catalog, knownAsset }: PaymentsServiceDeps): PaymentsService {
  const method: PaymentsService['method'] = async (ticker, key, action, userId) => {
    const asset = await requireAsset(knownAsset, ticker, userId);
    const found = (await findMethods(pool, asset.id)).find((one) => one.key === key);
    const terms = found?.terms[action];
    if (!found || !terms) throw new DomainError('unknown_payment_method');
    return { asset, method: found, terms };
  };

  const service: PaymentsService = {
    method,

    async ownMethodsOf(userId, ticker, action) {
      const { id: assetId } = await requireAsset(knownAsset, ticker, userId);
      const data = await service.methodsOf(ticker, action, userId);
      const factsOf = await findOwnFacts(pool, { userId, assetId, action });
      return { ...data, paymentList: data.paymentList.map((one) => ({ ...one, ...factsOf(one.id) })) };
    },

    async methodsOf(ticker, action, userId) {
      const asset = await requireAsset(knownAsset, ticker, userId);
      const methods = await findMethods(pool, asset.id);
      return {
        marketList: publicMarkets(catalog())
          .filter(({ base, quote }) => base.id === asset.id || quote.id === asset.id)
          .map(({ name }) => name),
        paymentList: methods.flatMap((one) => {
          const terms = one.terms[action];
          return terms ? [viewMethod(one, asset, action, terms)] : [];
        }),
        action: action === 'deposit' ? 'DEPOSIT' : 'WITHDRAW',
      };
    },

    async fee({ ticker, key, action, amount }) {
      const { asset, terms } = await method(ticker, key, action);
      const parsed = parseUnits(amount, asset.scale);
      if ('problem' in parsed) {
        if (parsed.problem === 'outOfRange')
          throw new DomainError('out_of_range', { fields: { amount: ['The value is out of range'] } });
        const message = `${asset.ticker} has at most ${asset.scale} decimals`;
        throw new DomainError('wrong_step', { message, fields: { amount: [message] } });
      }
      return { amount: stripZeros(amount), ...splitFee(amount, terms, asset) };
    },

    async feeTable(search) {
      const text = search.trim().toLowerCase();
      const rows = (await findMethods(pool)).flatMap((one) => {
        const asset = catalog().assetById(one.assetId);
        return asset ? [viewFeeRow(one, asset)] : [];
      });
      return rows.filter((row) =>
        [row.ticker, row.label, row.method].some((name) => name.toLowerCase().includes(text)),
      );
    },
  };
  return service;
}
