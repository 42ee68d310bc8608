/** Global configuration and the signed-in user's profile flags. */
import * as z from 'zod/mini';

/** GET /systemParams */
export const systemParams = z.object({
  name: z.string(),
  default_pair: z.string(),
  default_swap_pair: z.string(),
  /** A token for server.auth, for signed-in callers only. */
  websocket_token: z.nullable(z.string()),
  client_id: z.string(),
  languages: z.array(z.object({ code: z.string(), label: z.string() })),
  fiat_tickers: z.array(z.string()),
  stable_tickers: z.array(z.string()),
  service_ticker: z.string(),
  market_list: z.array(z.string()),
  swap_market_list: z.array(z.string()),
  social_links: z.record(z.string(), z.string()),
  trade_report_months: z.array(z.number()),
  support_file_formats: z.array(z.string()),
  block_p2p_take: z.boolean(),
  block_p2p_create: z.boolean(),
  is_otc_admin: z.boolean(),
  restricted_countries: z.array(z.string()),
  /** Actions that need KYC approved. */
  kyc_required: z.object({ trade: z.boolean(), exchange: z.boolean(), deposit: z.boolean(), withdraw: z.boolean() }),
  demo: z.boolean(),
  server_time: z.number(),
});
export type SystemParams = z.infer<typeof systemParams>;

/** GET /v2/settings/general */
export const generalSettings = z.object({
  id: z.number(),
  email: z.string(),
  nickname: z.string(),
  locale: z.string(),
  country: z.nullable(z.string()),
  /** none, pending, approved, rejected */
  kyc_status: z.string(),
  is_verified: z.boolean(),
  isCustomFeeEnabled: z.boolean(),
  phoneUpdated: z.boolean(),
  futures_quiz_passed: z.boolean(),
  is_operator: z.boolean(),
});
export type GeneralSettings = z.infer<typeof generalSettings>;
