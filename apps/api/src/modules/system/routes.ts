/** What a client asks before anything else: configuration, language, countries. */

import { DomainError } from '@pelican/shared/contracts';
import { supportFileFormats } from '@pelican/shared/contracts/support';
import {
  type ClientLanguage,
  clientLanguages,
  type FlagValues,
  isClientLanguage,
  type LocaleResponse,
  systemEndpoints,
} from '@pelican/shared/contracts/system';
import { type Catalog, publicMarkets, serviceTicker, type UnopenedAssets } from '../../catalog/index.ts';
import type { Tokens } from '../../identity/index.ts';
import type { Config } from '../../platform/config/index.ts';
import type { Guards, HttpServer, Principal } from '../../platform/http/index.ts';
import { serve } from '../../platform/http/index.ts';
import type { ClientTexts } from '../texts/index.ts';
import { listCountries } from './countries.ts';
import { bestOf, languageOfRequest, localeCookie, messagesOf, wishOf } from './locales.ts';
import { mayEnterOtcDesk } from './otc-desk.ts';

export interface SystemRoutesDeps {
  config: Pick<
    Config,
    | 'demo'
    | 'restrictedCountries'
    | 'kycRequired'
    | 'accessTokenSeconds'
    | 'withdrawals'
    | 'withdrawalLockHours'
    | 'supportWidget'
  >;
  tokens: Tokens;
  guards: Guards;
  catalog(): Catalog;
  unopened: UnopenedAssets;
  /** What operators have set. */
  flags(): FlagValues;
  /** Answers with an area of the client's texts. */
  sendTexts: ClientTexts['send'];
  /** Names of the perpetual markets, in their listing order. */
  perpetualMarkets(): string[];
  /** Remembers a user's language. */
  saveLocale(caller: Principal, locale: string): Promise<unknown>;
}

const defaultPair = 'BTC_USDT';

export function systemRoutes(app: HttpServer, deps: SystemRoutesDeps): void {
  const { config, tokens, guards } = deps;
  const countries = listCountries(config.restrictedCountries);

  const isOffered = (code: string): code is ClientLanguage =>
    isClientLanguage(code) && !deps.flags().languages.hidden.includes(code);

  async function socketToken(principal: Principal | null): Promise<string | null> {
    if (!principal?.sessionId) return null;
    const { userId, sessionId } = principal;
    return tokens.sign('socket', { userId, subject: sessionId, lifeSeconds: config.accessTokenSeconds });
  }

  serve(app, guards, systemEndpoints, {
    'GET /systemParams': async ({ principal }) => ({
      ...params(deps, config, await deps.unopened()),
      websocket_token: await socketToken(principal),
      is_otc_admin: mayEnterOtcDesk(principal),
    }),
    'GET /v2/locale': async ({ query: { lang, area, v: version }, request, reply }) => {
      if (area !== undefined) {
        const code = (lang ?? languageOfRequest(request)).toLowerCase();
        const asked = {
          language: isOffered(code) ? code : ('en' as const),
          area,
          isPublic: lang !== undefined,
          version,
        };
        // What is sent is of the declared shape, as bytes.
        const sent: unknown = await deps.sendTexts(asked, request, reply);
        return sent as LocaleResponse;
      }
      const language = bestOf(lang ?? wishOf(request), isOffered);
      return { lang: language, messages: messagesOf(language) };
    },
    'POST /v2/locale': async ({ principal, body: { lang }, reply }) => {
      if (!isOffered(lang)) throw new DomainError('invalid_argument', { fields: { lang: ['Unknown language'] } });
      if (principal) await deps.saveLocale(principal, lang);
      reply.setCookie(localeCookie, lang, { path: '/', sameSite: 'lax', maxAge: 365 * 24 * 3600 });
      return { lang, messages: messagesOf(lang) };
    },
    'GET /getCountryList': () => countries,
  });
}

/** Equal for all callers. */
function params(
  deps: Pick<SystemRoutesDeps, 'catalog' | 'flags' | 'perpetualMarkets'>,
  config: SystemRoutesDeps['config'],
  unopened: ReadonlySet<number>,
) {
  const catalog = deps.catalog();
  const perpetualMarkets = deps.perpetualMarkets();
  const { links, maintenance, trading_pause, quick_swap, languages, p2p_loans } = deps.flags();
  const tickers = (isWanted: (asset: Catalog['assets'][number]) => boolean) =>
    catalog.assets.filter((asset) => isWanted(asset) && !unopened.has(asset.id)).map((asset) => asset.ticker);
  const open = publicMarkets(catalog).map((market) => market.name);
  return {
    name: 'Pelican',
    default_pair: open.includes(defaultPair) ? defaultPair : (open[0] ?? defaultPair),
    default_swap_pair: perpetualMarkets.includes(defaultPair) ? defaultPair : (perpetualMarkets[0] ?? defaultPair),
    client_id: 'pelican-web',
    languages: clientLanguages
      .filter(({ code }) => !languages.hidden.includes(code))
      .map(({ code, name }) => ({ code, label: name })),
    fiat_tickers: tickers((asset) => asset.isFiat),
    stable_tickers: tickers((asset) => asset.isStable),
    service_ticker: serviceTicker,
    market_list: open,
    swap_market_list: perpetualMarkets,
    social_links: links.social,
    app_links: links.stores,
    blog_link: links.blog,
    maintenance: maintenance.on ? { texts: maintenance.texts, until: maintenance.until } : null,
    trading_pause,
    quick_swap,
    trade_report_months: [1, 3, 6, 12],
    support_file_formats: [...supportFileFormats],
    block_p2p_take: !p2p_loans.take,
    block_p2p_create: !p2p_loans.create,
    restricted_countries: [...config.restrictedCountries],
    kyc_required: config.kycRequired,
    withdrawal: {
      basic_usd: config.withdrawals.basicUsd,
      enhanced_usd: config.withdrawals.enhancedUsd,
      lock_hours: config.withdrawalLockHours,
    },
    support_widget: config.supportWidget?.script ?? null,
    demo: config.demo,
    server_time: Date.now() / 1000,
  };
}
