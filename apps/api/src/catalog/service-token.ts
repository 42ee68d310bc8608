/** The exchange's own coin, in which users may pay fees, and the coin that its price is found through. */
export const serviceTicker = 'PLC';
export const pivotTicker = 'USDT';
