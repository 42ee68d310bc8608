/** What a person has in the perpetual shard: positions, leverages, sizes, wallet, histories, and the quiz. */
import * as contract from '@pelican/shared/contracts/perpetual.ts';
import type { AlgoState, OrderState } from '@pelican/shared/engine/perpetual/terms.ts';
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import type * as z from 'zod/mini';
import type { LivePerpetualData } from '../../market-data/index.ts';
import { announceAccountChange } from '../../platform/account-changes.ts';
import { type Guards, principalOf } from '../../platform/guards.ts';
import type { HttpServer } from '../../platform/http-server.ts';
import { futuresBalancesOf } from './account-figures.ts';
import { viewLeverages } from './market-views.ts';
import { viewMaxAmounts } from './max-amounts.ts';
import { requireMarket } from './order-commands.ts';
import type { OwnRecordsFilter } from './pages.ts';
import { viewOpenPositions } from './position-view.ts';
import { hasPassedQuiz, recordPassedQuiz, viewQuiz, wrongAnswers } from './quiz.ts';
import { findFundingPayments, findLiquidations } from './receipts-repository.ts';
import { findAlgos, findOrders, findPositions } from './repository.ts';
import { invalidField } from './request-figures.ts';
import { algoStatusWords, codeOf, modeWords, orderStatusWords } from './words.ts';

export interface AccountRoutesDeps {
  live: LivePerpetualData;
  pool: Pool;
  redis: Pick<Redis, 'publish'>;
  guards: Guards;
  /** Resolves when settlement has passed the sequence; 503 after 2 s. */
  waitUntilSettled(seq: number): Promise<void>;
}

const tags = ['perpetual'];

export function accountRoutes(app: HttpServer, deps: AccountRoutesDeps): void {
  presentRoutes(app, deps);
  historyRoutes(app, deps);
  quizRoutes(app, deps);
}

function presentRoutes(app: HttpServer, { live, guards }: AccountRoutesDeps): void {
  const read = guards.signedIn('read');

  app.get(
    '/v3/open-positions',
    {
      preValidation: read,
      schema: { tags, summary: 'Open positions at the mark price', response: { 200: contract.openPositions } },
    },
    async (request) => {
      await live.waitUntilCurrent();
      return { result: viewOpenPositions(live, principalOf(request).userId) };
    },
  );

  app.get(
    '/v3/get-max-amounts',
    {
      preValidation: read,
      schema: {
        tags,
        summary: 'The largest orders that would be accepted now',
        querystring: contract.maxAmountsQuery,
        response: { 200: contract.maxAmounts },
      },
    },
    async (request) => {
      const instrument = requireMarket(live.catalog(), request.query.pair, 'pair');
      await live.waitUntilCurrent();
      const mode = codeOf(modeWords, request.query.tradeMode);
      return viewMaxAmounts(live, principalOf(request).userId, instrument, mode);
    },
  );

  app.get(
    '/v3/get-leverages',
    {
      preValidation: read,
      schema: {
        tags,
        summary: 'Leverages of a market, or of all',
        querystring: contract.leveragesQuery,
        response: { 200: contract.leverages },
      },
    },
    async (request) => {
      const { market } = request.query;
      const instruments = market ? [requireMarket(live.catalog(), market)] : live.catalog().instruments;
      await live.waitUntilCurrent();
      return { result: viewLeverages(live, principalOf(request).userId, instruments) };
    },
  );

  app.get(
    '/v3/profile/futures-balance',
    {
      preValidation: read,
      schema: { tags: ['wallet'], summary: 'The futures wallet', response: { 200: contract.futuresBalances } },
    },
    async (request) => {
      await live.waitUntilCurrent();
      return { result: futuresBalancesOf(live, principalOf(request).userId) };
    },
  );
}

function historyRoutes(app: HttpServer, { live, pool, guards, waitUntilSettled }: AccountRoutesDeps): void {
  const read = guards.signedIn('read');

  /** What the user did before this call, and what was done to it, is in Postgres after this. */
  async function ownRecords(
    userId: number,
    query: { market?: string | undefined; offset: number; limit: number },
  ): Promise<OwnRecordsFilter> {
    const { market, offset, limit } = query;
    const marketId = market ? requireMarket(live.catalog(), market).id : undefined;
    await live.waitUntilCurrent();
    await waitUntilSettled(live.view.lastSequenceOf(userId));
    return { userId, marketId, offset, limit };
  }

  app.get(
    '/v3/history-perpetual',
    {
      preValidation: read,
      schema: {
        tags,
        summary: 'Orders, or with filter=algo algo orders, newest first',
        description: 'status is a comma-separated list; empty: all.',
        querystring: contract.historyQuery,
        response: { 200: contract.orderList },
      },
    },
    async (request) => {
      const { query } = request;
      const isAlgo = query.filter === 'algo';
      const words = readStatusList(query.status ?? '');
      const filter = await ownRecords(principalOf(request).userId, query);
      const page = isAlgo
        ? await findAlgos(pool, { ...filter, states: statesOf<AlgoState>(words, algoStatusWords) }, live.catalog())
        : await findOrders(pool, { ...filter, states: statesOf<OrderState>(words, orderStatusWords) }, live.catalog());
      return { ...page, offset: filter.offset, limit: filter.limit };
    },
  );

  app.get(
    '/v3/position-history',
    {
      preValidation: read,
      schema: {
        tags,
        summary: 'Positions that were closed, wholly or in part, newest first',
        querystring: contract.positionHistoryQuery,
        response: { 200: contract.positionHistory },
      },
    },
    async (request) => {
      const filter = await ownRecords(principalOf(request).userId, request.query);
      return { ...(await findPositions(pool, filter, live.catalog())), offset: filter.offset, limit: filter.limit };
    },
  );

  app.get(
    '/v3/funding-payments',
    {
      preValidation: read,
      schema: {
        tags,
        summary: 'Funding that own positions paid or received, newest first',
        querystring: contract.fundingPaymentsQuery,
        response: { 200: contract.fundingPayments },
      },
    },
    async (request) => {
      const filter = await ownRecords(principalOf(request).userId, request.query);
      const page = await findFundingPayments(pool, filter, live.catalog());
      return { ...page, offset: filter.offset, limit: filter.limit };
    },
  );

  app.get(
    '/v3/liquidations',
    {
      preValidation: read,
      schema: {
        tags,
        summary: 'Receipts of own liquidations and deleveragings, newest first',
        querystring: contract.liquidationsQuery,
        response: { 200: contract.liquidationReceipts },
      },
    },
    async (request) => {
      const filter = await ownRecords(principalOf(request).userId, request.query);
      return { ...(await findLiquidations(pool, filter, live.catalog())), offset: filter.offset, limit: filter.limit };
    },
  );
}

type StatusWord = z.infer<typeof contract.anyStatus>;

/** @throws DomainError invalid_argument for a word that is no status */
function readStatusList(text: string): StatusWord[] {
  const words = text === '' ? [] : text.split(',');
  const unknown = words.find((word) => !(contract.anyStatus.options as readonly string[]).includes(word));
  if (unknown !== undefined) throw invalidField('status', `Unknown status: ${unknown.slice(0, 40)}`);
  return words as StatusWord[];
}

/** No state at all fits when none of the words is one of these: then -1, which nothing has. */
function statesOf<Code extends number>(words: readonly StatusWord[], table: Record<Code, string>): Code[] {
  if (words.length === 0) return [];
  const known = Object.entries<string>(table).filter(([, word]) => (words as readonly string[]).includes(word));
  return known.length === 0 ? [-1 as Code] : known.map(([code]) => Number(code) as Code);
}

function quizRoutes(app: HttpServer, { pool, redis, guards }: AccountRoutesDeps): void {
  app.get(
    '/v3/futures-quiz',
    {
      preValidation: guards.signedIn('read'),
      schema: { tags, summary: 'The quiz before the first perpetual order', response: { 200: contract.quiz } },
    },
    async (request) => viewQuiz(await hasPassedQuiz(pool, principalOf(request).userId)),
  );

  app.post(
    '/v3/futures-quiz',
    {
      preValidation: guards.person,
      schema: {
        tags,
        summary: 'Answer the quiz',
        description:
          'answers: the index of the chosen answer by the question’s id. `wrong` names what to look at again.',
        body: contract.quizRequest,
        response: { 200: contract.quizResponse },
      },
    },
    async (request) => {
      const { userId } = principalOf(request);
      const wrong = wrongAnswers(request.body.answers);
      if (wrong.length > 0) return { passed: await hasPassedQuiz(pool, userId), wrong };
      if (await recordPassedQuiz(pool, userId))
        await announceAccountChange(redis, { kind: 'user', userId, reason: 'futures_quiz_passed' });
      return { passed: true, wrong };
    },
  );
}
