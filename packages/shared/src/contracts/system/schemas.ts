/** Global configuration, languages, countries and health on the wire. */
import * as z from 'zod/mini';
import { socketQueriesMax } from './socket-queries.ts';

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
  /** Addresses by the network's name. */
  social_links: z.record(z.string(), z.string()),
  /** Addresses by `ios` and `android`: apps in stores. */
  app_links: z.record(z.string(), z.string()),
  blog_link: z.nullable(z.string()),
  /** Work that is under way: texts by language, and when it is likely to end in unix seconds. Null: none is. */
  maintenance: z.nullable(z.object({ texts: z.record(z.string(), z.string()), until: z.nullable(z.number()) })),
  /** Venues that take no new orders. */
  trading_pause: z.object({ spot: z.boolean(), perpetual: z.boolean() }),
  /** Swaps of one coin for another, which may be closed while the order book goes on. */
  quick_swap: z.object({ paused: z.boolean() }),
  trade_report_months: z.array(z.number()),
  support_file_formats: z.array(z.string()),
  block_p2p_take: z.boolean(),
  block_p2p_create: z.boolean(),
  is_otc_admin: z.boolean(),
  restricted_countries: z.array(z.string()),
  /** Actions that need KYC approved. */
  kyc_required: z.object({ trade: z.boolean(), exchange: z.boolean(), deposit: z.boolean(), withdraw: z.boolean() }),
  /** US dollars of 24 hours by tier, and how long nothing is withdrawn after a change of what guards an account. */
  withdrawal: z.object({ basic_usd: z.number(), enhanced_usd: z.number(), lock_hours: z.number() }),
  /** Address of the script of a hosted widget, in place of the exchange's own chat with support. Null: there is none. An API of the release before leaves it out. */
  support_widget: z.optional(z.nullable(z.string())),
  demo: z.boolean(),
  server_time: z.number(),
});
export type SystemParams = z.infer<typeof systemParams>;

/** GET /v2/locale?lang=&area=&v=; `area` is a part of the client's texts, without it the server's own are answered. */
export const localeQuery = z.object({
  lang: z.optional(z.string().check(z.maxLength(35))),
  area: z.optional(z.string().check(z.maxLength(200))),
  /** The version of what operators have changed, as the head of a page names it: another one is another address. */
  v: z.optional(z.string().check(z.maxLength(60))),
});

/** POST /v2/locale: saved for who is signed in, and for the browser by a cookie. */
export const localeRequest = z.object({ lang: z.string().check(z.maxLength(35)) });
/** Texts by key; those of an area have their namespace before a colon, and `{{names}}` of what is put in. */
export const localeResponse = z.object({
  lang: z.string(),
  /** Changes with the texts. Of an area alone. */
  version: z.optional(z.string()),
  messages: z.record(z.string(), z.string()),
});
export type LocaleResponse = z.infer<typeof localeResponse>;

/** GET /getCountryList */
export const countryList = z.object({
  /** Sorted, and with what is refused at the sign-up. */
  result: z.array(z.object({ code: z.string(), name: z.string(), restricted: z.boolean() })),
  /** Names by code. */
  countryList: z.record(z.string(), z.string()),
});
export type CountryList = z.infer<typeof countryList>;

/** POST /v2/socket/query */
export const socketQueries = z.object({
  calls: z
    .array(
      z.object({
        /** Comes back with the answer. */
        id: z.union([z.int(), z.string().check(z.maxLength(64))]),
        method: z.string().check(z.maxLength(64)),
        params: z.array(z.unknown()).check(z.maxLength(1_000)),
      }),
    )
    .check(z.maxLength(socketQueriesMax)),
});
export const socketAnswers = z.object({
  /** Unix seconds. */
  time: z.number(),
  answers: z.array(
    z.object({
      id: z.union([z.number(), z.string()]),
      result: z.unknown(),
      error: z.nullable(
        z.object({
          code: z.number(),
          message: z.string(),
          name: z.string(),
          fields: z.optional(z.record(z.string(), z.array(z.string()))),
          retry_after: z.optional(z.number()),
        }),
      ),
    }),
  ),
});
export type SocketAnswers = z.infer<typeof socketAnswers>;

/** GET /health */
export const healthResponse = z.object({
  status: z.enum(['ok', 'degraded']),
  parts: z.record(
    z.string(),
    z.object({ ok: z.boolean(), detail: z.optional(z.string()), lag: z.optional(z.number()) }),
  ),
});
export type HealthResponse = z.infer<typeof healthResponse>;
