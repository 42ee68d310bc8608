/** A user's account in the perpetual shard: positions, leverages, sizes, wallet, histories, and the quiz. */

import { anyStatus, perpetualAccountEndpoints, perpetualHistoryEndpoints } from '@pelican/shared/contracts/perpetual';
import type { AlgoState, OrderState } from '@pelican/shared/engine/perpetual';
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import type * as z from 'zod/mini';
import { announceAccountChange, recordPassedQuiz } from '../../identity/index.ts';
import type { LivePerpetualData } from '../../live/index.ts';
import type { Guards, HttpServer, PrivateReads, Reader } from '../../platform/http/index.ts';
import { serve } from '../../platform/http/index.ts';
import { futuresBalancesOf } from './account-figures.ts';
import { viewLeverages } from './market-views.ts';
import { viewMaxAmounts } from './max-amounts.ts';
import { requireMarket } from './order-commands.ts';
import type { OwnRecordsFilter, Page } from './pages.ts';
import { viewOpenPositions } from './position-view.ts';
import { hasPassedQuiz, viewQuiz, wrongAnswers } from './quiz.ts';
import { findFundingPayments, findLiquidations } from './receipts-repository.ts';
import { findAlgos, findOrders, findPositions } from './repository.ts';
import { invalidField } from './request-figures.ts';
import { algoStatusNames, codeOf, modeNames, orderStatusNames } from './wire-names.ts';

export interface AccountRoutesDeps {
  live: LivePerpetualData;
  pool: Pool;
  privateReads: PrivateReads;
  redis: Pick<Redis, 'publish'>;
  guards: Guards;
  /** Resolves when settlement has passed the sequence; 503 after 2 s. */
  waitUntilSettled(seq: number): Promise<void>;
}

export function accountRoutes(app: HttpServer, deps: AccountRoutesDeps): void {
  presentRoutes(app, deps);
  historyRoutes(app, deps);
}

function presentRoutes(app: HttpServer, { live, pool, redis, guards }: AccountRoutesDeps): void {
  serve(app, guards, perpetualAccountEndpoints, {
    'GET /v3/open-positions': async ({ principal }) => {
      await live.waitUntilCurrent();
      return { result: viewOpenPositions(live, principal.userId) };
    },
    'GET /v3/get-max-amounts': async ({ principal, query: { pair, tradeMode } }) => {
      const instrument = requireMarket(live.catalog(), pair, 'pair');
      await live.waitUntilCurrent();
      return viewMaxAmounts(live, principal.userId, instrument, codeOf(modeNames, tradeMode));
    },
    'GET /v3/get-leverages': async ({ principal, query: { market } }) => {
      const instruments = market ? [requireMarket(live.catalog(), market)] : live.catalog().instruments;
      await live.waitUntilCurrent();
      return { result: viewLeverages(live, principal.userId, instruments) };
    },
    'GET /v3/profile/futures-balance': async ({ principal }) => {
      await live.waitUntilCurrent();
      return { result: futuresBalancesOf(live, principal.userId) };
    },
    'GET /v3/futures-quiz': async ({ principal }) => viewQuiz(await hasPassedQuiz(pool, principal.userId)),
    'POST /v3/futures-quiz': async ({ principal: { userId }, body }) => {
      const wrong = wrongAnswers(body.answers);
      if (wrong.length > 0) return { passed: await hasPassedQuiz(pool, userId), wrong };
      if (await recordPassedQuiz(pool, userId))
        await announceAccountChange(redis, { kind: 'user', userId, reason: 'futures_quiz_passed' });
      return { passed: true, wrong };
    },
  });
}

function historyRoutes(app: HttpServer, { live, privateReads, guards, waitUntilSettled }: AccountRoutesDeps): void {
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

  /** A page of the user's records, when the reader's turn among private reads has come. */
  async function page<Item>(
    reader: Reader,
    filter: OwnRecordsFilter,
    find: (pool: Pool) => Promise<Page<Item>>,
  ): Promise<Page<Item> & { offset: number; limit: number }> {
    const found = await privateReads.queue.run(reader, () => find(privateReads.pool));
    return { ...found, offset: filter.offset, limit: filter.limit };
  }

  serve(app, guards, perpetualHistoryEndpoints, {
    'GET /v3/history-perpetual': async ({ principal, query }) => {
      const words = readStatusList(query.status ?? '');
      const filter = await ownRecords(principal.userId, query);
      if (query.filter === 'algo') {
        const states = statesOf<AlgoState>(words, algoStatusNames);
        return page(principal, filter, (pool) => findAlgos(pool, { ...filter, states }, live.catalog()));
      }
      const states = statesOf<OrderState>(words, orderStatusNames);
      return page(principal, filter, (pool) => findOrders(pool, { ...filter, states }, live.catalog()));
    },
    'GET /v3/position-history': async ({ principal, query }) => {
      const filter = await ownRecords(principal.userId, query);
      return page(principal, filter, (pool) => findPositions(pool, filter, live.catalog()));
    },
    'GET /v3/funding-payments': async ({ principal, query }) => {
      const filter = await ownRecords(principal.userId, query);
      return page(principal, filter, (pool) => findFundingPayments(pool, filter, live.catalog()));
    },
    'GET /v3/liquidations': async ({ principal, query }) => {
      const filter = await ownRecords(principal.userId, query);
      return page(principal, filter, (pool) => findLiquidations(pool, filter, live.catalog()));
    },
  });
}

type StatusWord = z.infer<typeof anyStatus>;

/** @throws DomainError invalid_argument for an unknown status */
function readStatusList(text: string): StatusWord[] {
  const words = text === '' ? [] : text.split(',');
  const unknown = words.find((word) => !(anyStatus.options as readonly string[]).includes(word));
  if (unknown !== undefined) throw invalidField('status', `Unknown status: ${unknown.slice(0, 40)}`);
  return words as StatusWord[];
}

/** None of the given statuses is one of these: -1, which matches no row. */
function statesOf<Code extends number>(words: readonly StatusWord[], table: Record<Code, string>): Code[] {
  if (words.length === 0) return [];
  const known = Object.entries<string>(table).filter(([, word]) => (words as readonly string[]).includes(word));
  return known.length === 0 ? [-1 as Code] : known.map(([code]) => Number(code) as Code);
}
