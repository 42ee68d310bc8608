/** Fee rates and the choice of the service token on the wire. */
import * as z from 'zod/mini';

const pairFees = z.object({
  fee: z.string(),
  maker_fee: z.string(),
  taker_fee: z.string(),
  fee_plc: z.string(),
  fee_plc_buy: z.string(),
  gst: z.string(),
  /** Rates withheld from this user's sales and purchases in this market; "0" where none is. */
  tds: z.string(),
  tds_buy: z.string(),
  /** Withheld from this user's sales by a quick swap. */
  tds_exchange: z.string(),
});

/** GET /v2/trade/settings; rates are fractions of the value ("0.002" = 0.2%). */
export const tradeSettings = z.object({
  fee: z.string(),
  fee_plc: z.string(),
  fee_plc_buy: z.string(),
  gst: z.string(),
  isCustomFeeEnabled: z.boolean(),
  coins_fee: z.record(z.string(), pairFees),
});
export type TradeSettings = z.infer<typeof tradeSettings>;

/** POST /v2/settings/customfee: 1 on, 0 off */
export const customFeeRequest = z.object({ customfee: z.literal([0, 1, '0', '1']) });
export const customFeeResponse = z.object({ customfee: z.number() });
