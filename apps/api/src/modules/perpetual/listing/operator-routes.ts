/** Perpetual instruments and the sources of their indexes in the operator console. */
import { perpetualOperatorEndpoints } from '@pelican/shared/contracts/perpetual';
import type { Redis } from 'ioredis';
import { type OperatorCall, type OperatorConsole, outcomeOf, warningOf } from '../../../identity/index.ts';
import { type HttpServer, serve } from '../../../platform/http/index.ts';
import { figuresInput } from '../../../shards/index.ts';
import { changeIndexSource } from '../../../ticker/index.ts';
import { changeInstrument, type InstrumentChangePayload } from './operator.ts';
import { listInstruments } from './view.ts';

export function perpetualOperatorRoutes(app: HttpServer, operators: OperatorConsole, redis: Pick<Redis, 'get'>): void {
  const { pool, guards } = operators;
  const submitChange = async (call: OperatorCall, payload: InstrumentChangePayload, reason: string | undefined) => {
    const answer = await operators.submit(call, changeInstrument, { payload, reason });
    return answer.status === 'requested' ? answer : { status: answer.status, warning: warningOf(answer.effect) };
  };
  serve(app, guards, perpetualOperatorEndpoints, {
    'GET /v2/ops/instruments': async () => ({ result: await listInstruments(pool, redis) }),
    'POST /v2/ops/instruments/:pair/status': ({ principal, reply, params: { pair }, body: { status, reason } }) =>
      submitChange({ principal, reply }, { pair, change: { status } }, reason),
    'POST /v2/ops/instruments/:pair/change': ({
      principal,
      reply,
      params: { pair },
      body: { change, before, reason },
    }) => submitChange({ principal, reply }, { pair, change, before: figuresInput.parse(before) }, reason),
    'POST /v2/ops/instruments/:pair/sources/:source': async ({ principal, reply, params, body: { change, reason } }) =>
      outcomeOf(
        await operators.submit({ principal, reply }, changeIndexSource, { payload: { ...params, change }, reason }),
      ),
  });
}
