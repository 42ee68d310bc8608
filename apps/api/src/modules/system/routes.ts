/** What a client asks before anything else: configuration, language, countries. */
import * as contract from '@pelican/shared/contracts/system.ts';
import { DomainError } from '@pelican/shared/errors.ts';
import type { Config } from '../../platform/config.ts';
import type { Guards } from '../../platform/guards.ts';
import type { HttpServer } from '../../platform/http-server.ts';
import { openSecurity } from '../../platform/openapi.ts';
import type { Principal } from '../../platform/principal.ts';
import { type Catalog, serviceTicker } from '../markets/index.ts';
import type { Tokens } from '../sessions/index.ts';
import { listCountries } from './countries.ts';
import { bestLanguage, isKnownLocale, languages, messagesOf } from './locales.ts';

export interface SystemRoutesDeps {
  config: Pick<Config, 'demo' | 'restrictedCountries' | 'kycRequired' | 'accessTokenSeconds'>;
  tokens: Tokens;
  guards: Guards;
  catalog(): Catalog;
  /** Names of the perpetual markets, in their listing order. */
  swapMarkets(): string[];
  /** Remembers a person's language. */
  saveLocale(userId: number, locale: string): Promise<unknown>;
}

const tags = ['system'];
const localeCookie = 'pelican_locale';
const defaultPair = 'BTC_USDT';

export function systemRoutes(app: HttpServer, deps: SystemRoutesDeps): void {
  const { config, tokens, guards } = deps;
  const countries = listCountries(config.restrictedCountries);

  async function socketToken(principal: Principal | null): Promise<string | null> {
    if (!principal?.sessionId) return null;
    const { userId, sessionId } = principal;
    return tokens.sign('socket', { userId, subject: sessionId, lifeSeconds: config.accessTokenSeconds });
  }

  app.get(
    '/systemParams',
    {
      preValidation: guards.anybody,
      schema: {
        tags,
        summary: 'Global configuration',
        description: 'Who is signed in also gets a token for server.auth of the socket.',
        security: [{}, { accessToken: [] }],
        response: { 200: contract.systemParams },
      },
    },
    async (request) => ({
      ...params(deps.catalog(), deps.swapMarkets(), config),
      websocket_token: await socketToken(request.principal),
      is_otc_admin: request.principal?.role === 'operator',
    }),
  );

  app.get(
    '/v2/locale',
    {
      schema: {
        tags,
        summary: 'Texts of a language',
        security: openSecurity,
        querystring: contract.localeQuery,
        response: { 200: contract.localeResponse },
      },
    },
    async (request) => {
      const lang = bestLanguage(
        request.query.lang ?? request.cookies[localeCookie] ?? request.headers['accept-language'],
      );
      return { lang, messages: messagesOf(lang) };
    },
  );

  app.post(
    '/v2/locale',
    {
      preValidation: guards.anybody,
      schema: {
        tags,
        summary: 'Choose a language',
        security: [{}, { accessToken: [] }],
        body: contract.localeRequest,
        response: { 200: contract.localeResponse },
      },
    },
    async (request, reply) => {
      const { lang } = request.body;
      if (!isKnownLocale(lang)) throw new DomainError('invalid_argument', { fields: { lang: ['Unknown language'] } });
      if (request.principal) await deps.saveLocale(request.principal.userId, lang);
      reply.setCookie(localeCookie, lang, { path: '/', sameSite: 'lax', maxAge: 365 * 24 * 3600 });
      return { lang, messages: messagesOf(lang) };
    },
  );

  app.get(
    '/getCountryList',
    {
      schema: { tags, summary: 'Countries', security: openSecurity, response: { 200: contract.countryList } },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=3600');
      return countries;
    },
  );
}

/** The same for everybody. */
function params(catalog: Catalog, swapMarkets: string[], config: SystemRoutesDeps['config']) {
  const tickers = (isWanted: (asset: Catalog['assets'][number]) => boolean) =>
    catalog.assets.filter(isWanted).map((asset) => asset.ticker);
  const open = catalog.markets.filter((market) => market.status !== 'closed').map((market) => market.name);
  return {
    name: 'Pelican',
    default_pair: open.includes(defaultPair) ? defaultPair : (open[0] ?? defaultPair),
    default_swap_pair: swapMarkets.includes(defaultPair) ? defaultPair : (swapMarkets[0] ?? defaultPair),
    client_id: 'pelican-web',
    languages: [...languages],
    fiat_tickers: tickers((asset) => asset.isFiat),
    stable_tickers: tickers((asset) => asset.isStable),
    service_ticker: serviceTicker,
    market_list: open,
    swap_market_list: swapMarkets,
    social_links: {},
    trade_report_months: [1, 3, 6, 12],
    support_file_formats: ['jpg', 'jpeg', 'png', 'pdf'],
    block_p2p_take: true,
    block_p2p_create: true,
    restricted_countries: [...config.restrictedCountries],
    kyc_required: config.kycRequired,
    demo: config.demo,
    server_time: Date.now() / 1000,
  };
}
