/** Order entry over the socket: the same service, checks and errors as over HTTP. */

import { DomainError } from '@pelican/shared/contracts';
import {
  type AmendOrderRequest,
  amendOrderRequest,
  type PlaceLimitRequest,
  type PlaceMarketRequest,
  placeLimitRequest,
  placeMarketRequest,
  type SpotOrder,
  type spotMethods,
  wireSide,
} from '@pelican/shared/contracts/spot';
import type { SpotService } from '../../../modules/spot/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import type { Call, MethodsOf } from '../calls/call.ts';
import { invalid, requireCount } from '../calls/params.ts';
import { rpcError } from '../connection/envelope.ts';

const batchMax = 20;
const source = 'api';

type EntryName = 'order.put_limit' | 'order.put_market' | 'order.modify' | 'order.cancel';
type Placing = (principal: Principal, params: unknown[]) => Promise<SpotOrder>;

export function orderEntryMethods(spot: SpotService): Partial<MethodsOf<typeof spotMethods>> {
  const entries: Record<EntryName, Placing> = {
    'order.put_limit': (principal, params) => spot.placeLimit(principal, readLimit(params), source),
    'order.put_market': (principal, params) => spot.placeMarket(principal, readMarketOrder(params), source),
    'order.modify': (principal, params) => {
      const { market, request } = readAmendment(params);
      return spot.amend(principal, request, market === '' ? undefined : market);
    },
    'order.cancel': (principal, params) => {
      requireCount(params, 2, '[market, order_id]');
      const [market, orderId] = params;
      if (typeof market !== 'string') throw invalid('market must be a string');
      if (typeof orderId !== 'number') throw invalid('order_id must be an integer');
      return spot.cancel(principal, orderId, market === '' ? undefined : market);
    },
  };
  const single = (name: EntryName) => async (call: Call<SpotOrder>) => {
    call.answer(await entries[name](call.principal(), call.params));
  };
  return {
    'order.put_limit': single('order.put_limit'),
    'order.put_market': single('order.put_market'),
    'order.modify': single('order.modify'),
    'order.cancel': single('order.cancel'),
    'order.cancel_all': async (call) => {
      const principal = call.principal();
      const [market = ''] = call.params;
      if (typeof market !== 'string') throw invalid('market must be a string');
      const cancelled = await spot.cancelAll(principal, market === '' ? 'all' : { pair: market });
      call.answer({ status: 'success', cancelled });
    },
    'order.batch': (call) => runBatch(call, entries),
  };
}

/** All are sent before the first answer comes, so they run in their order and share a journal entry. */
function runBatch(call: Call, entries: Record<string, Placing>): void {
  const principal = call.principal();
  const { params } = call;
  if (params.length === 0 || params.length > batchMax) throw invalid(`a batch holds 1 to ${batchMax} calls`);
  const calls = params.map((item) => readBatchItem(item, entries));
  const answers: string[] = [];
  let waiting = calls.length;
  const settle = (index: number, answer: string) => {
    answers[index] = answer;
    if (--waiting === 0) call.answerJson(`[${answers.join(',')}]`);
  };
  calls.forEach(({ entry, params: own }, index) => {
    const refuse = (error: unknown) => settle(index, `{"error":${JSON.stringify(rpcError(error))},"result":null}`);
    try {
      entry(principal, own).then((order) => settle(index, `{"error":null,"result":${JSON.stringify(order)}}`), refuse);
    } catch (error) {
      // An error in an item's params is that item's, not the batch's.
      refuse(error);
    }
  });
}

function readBatchItem(item: unknown, entries: Record<string, Placing>): { entry: Placing; params: unknown[] } {
  if (!Array.isArray(item) || !Array.isArray(item[1])) throw invalid('a batch is a list of [method, params]');
  const [method, params] = item as [unknown, unknown[]];
  const entry = typeof method === 'string' && Object.hasOwn(entries, method) ? entries[method] : undefined;
  if (!entry) throw invalid('a batch takes order.put_limit, order.put_market, order.modify and order.cancel');
  return { entry, params };
}

function readSide(side: unknown): 'buy' | 'sell' {
  if (side === wireSide.buy) return 'buy';
  if (side === wireSide.sell) return 'sell';
  throw invalid('side must be 1 (sell) or 2 (buy)');
}

function readOptions(options: unknown): object {
  if (options === undefined || options === null) return {};
  if (typeof options !== 'object' || Array.isArray(options)) throw invalid('options must be an object');
  return options;
}

function readLimit(params: unknown[]): PlaceLimitRequest {
  requireCount(params, 4, '[market, side, amount, price, options]');
  const [pair, side, amount, price, options] = params;
  return check(placeLimitRequest, { ...readOptions(options), pair, direction: readSide(side), amount, price });
}

function readMarketOrder(params: unknown[]): PlaceMarketRequest {
  requireCount(params, 3, '[market, side, amount, options]');
  const [pair, side, amount, options] = params;
  return check(placeMarketRequest, { ...readOptions(options), pair, direction: readSide(side), amount });
}

function readAmendment(params: unknown[]): { market: string; request: AmendOrderRequest } {
  requireCount(params, 3, '[market, order_id, changes]');
  const [market, orderId, changes] = params;
  if (typeof market !== 'string') throw invalid('market must be a string');
  if (typeof orderId !== 'number') throw invalid('order_id must be an integer');
  return { market, request: check(amendOrderRequest, { ...readOptions(changes), order_id: orderId }) };
}

interface Schema<Value> {
  safeParse(
    value: unknown,
  ): { success: true; data: Value } | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
}

function check<Value>(schema: Schema<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string[]> = {};
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0] ?? 'options');
    fields[field] = [...(fields[field] ?? []), issue.message];
  }
  const message = Object.entries(fields).map(([field, texts]) => `${field}: ${texts.join(', ')}`);
  throw new DomainError('invalid_argument', { message: `invalid argument: ${message.join('; ')}`, fields });
}
