/** What the formulas of the OTC desk count in, and what an order is made of (docs/otc.md). */

/** What the user does: who buys gets crypto. */
export type OtcSide = 'buy' | 'sell';

/** `wallet`: fiat of our wallets; `bank`: from bank to bank, outside of the exchange. */
export type OtcPayment = 'wallet' | 'bank';

export type OtcParty = 'user' | 'maker';

/** The price of an order; fiat is counted in 0.01, the least that a bank can pay. */
export interface OtcPrice {
  side: OtcSide;
  /** Fiat for one coin, 10^-8. */
  price8: bigint;
  /** Units of the crypto asset in one coin: 10^decimals. */
  coin: bigint;
  /** Amounts are multiples of it, in units of the crypto asset. */
  amountStep: bigint;
}

/** 10^-8 each. */
export interface OtcRates {
  /** Of the total. */
  fee: bigint;
  /** Of the fee. */
  gst: bigint;
  /** Withheld from the user when he sells; 0: nothing is. */
  tdsUser: bigint;
  /** Withheld from the maker when he sells; 0: nothing is. */
  tdsMaker: bigint;
}
