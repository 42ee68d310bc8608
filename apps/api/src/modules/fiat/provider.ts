/** What the exchange expects of a payment provider. Each has an adapter of its own, named by the methods that it serves. */
import type { IncomingHttpHeaders } from 'node:http';
import type { ReceiverField } from '@pelican/shared/contracts/fiat';
import type { PayoutAnswer, PayoutOrder } from '../withdrawals/index.ts';

/** A deposit as the provider is asked for it. */
export interface ProviderPayment {
  /** Names the payment at the provider and on our page of it: 128 random bits. */
  reference: string;
  ticker: string;
  /** Whole units without needless zeros. */
  amount: string;
  methodName: string;
  /** What the form of the method asked: a name, an e-mail, a phone, an account. It is not kept. */
  details: Readonly<Record<string, string>>;
  expiresAt: Date;
}

export interface StartedPayment {
  /** The browser submits a form with the fields to the link. */
  redirectLink: string;
  fields: Record<string, string>;
  /** Where the money goes at the provider, and what names it there. */
  address: string;
  memo: string;
}

/** What a provider says of a payment. */
export interface ProviderReport {
  reference: string;
  /** The provider's own name of the payment. */
  paymentId: string;
  outcome: 'paid' | 'declined' | 'canceled';
  ticker: string;
  /** Whole units. */
  amount: string;
}

export interface ProviderCallback {
  headers: IncomingHttpHeaders;
  rawBody: string;
}

/** A withdrawal as the provider is ordered to pay it. */
export interface ProviderPayout extends PayoutOrder {
  /** The provider pays once for it, however often it is ordered. */
  reference: string;
}

/** Whom to pay: what the form of the method asks. It is not kept here. */
export interface ProviderReceiver {
  methodKey: string;
  details: Readonly<Partial<Record<ReceiverField, string>>>;
}

export interface PayoutsOfProvider {
  /** @returns its token of the receiver, the same for the same receiver */
  register(receiver: ProviderReceiver): Promise<string>;
  /** A repeat for the same reference pays nothing and answers what became of the first one. */
  pay(payout: ProviderPayout): Promise<PayoutAnswer>;
  /** Undefined when it does not know the payout: it was never ordered, or never accepted. */
  find(reference: string): Promise<PayoutAnswer | undefined>;
  /** That something became of a payout. @throws DomainError invalid_signature, invalid_argument */
  verify(callback: ProviderCallback): { reference: string };
}

export interface PaymentProvider {
  name: string;
  /** Undefined: it takes payments alone. */
  payouts?: PayoutsOfProvider;
  /** A repeat for the same reference begins no second payment. */
  start(payment: ProviderPayment): Promise<StartedPayment>;
  /** @throws DomainError invalid_signature, invalid_argument */
  verify(callback: ProviderCallback): ProviderReport;
  /** What became of a payment; undefined while it is neither paid nor refused. */
  find(reference: string): Promise<ProviderReport | undefined>;
}

/** By name. */
export type PaymentProviders = ReadonlyMap<string, PaymentProvider>;
