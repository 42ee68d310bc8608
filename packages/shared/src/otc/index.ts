/** The formulas of the OTC desk (docs/otc.md). */
export { readOtcAmount, wrongAmountText } from './amount-text.ts';
export { otcCharges, withheldRate } from './charges.ts';
export { type OtcBounds, otcLimits } from './limits.ts';
export { byAmount, byFiat } from './order-amounts.ts';
export { type OtcAccount, type OtcDeal, openLegs, settleLegs } from './postings.ts';
export { quotationPrices } from './quotation-prices.ts';
export { type PriceSource, referencePrice } from './reference-price.ts';
export type { OtcPayment, OtcPrice, OtcSide } from './terms.ts';
