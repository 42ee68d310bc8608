/** Notices over the socket: those of the trading engines at once, and the messages that GET /v3/notices lists. */
import * as z from 'zod/mini';
import { signedDecimal } from '../common.ts';
import { declareMethods, declarePushes } from '../socket.ts';
import { noticePush } from './schemas.ts';

const read = { access: 'read' } as const;
const nothing = z.array(z.unknown());
const success = z.object({ status: z.literal('success') });

export const noticesMethods = declareMethods({
  'notice.subscribe': { ...read, summary: 'Push own notices', params: nothing, result: success },
  'notice.unsubscribe': { ...read, summary: 'End the pushes of own notices', params: nothing, result: success },
});

const position = { market: z.string(), position_id: z.number(), time: z.number() };

const notice = z.discriminatedUnion('kind', [
  noticePush,
  z.object({
    kind: z.literal('transfer'),
    transfer_id: z.number(),
    from: z.string(),
    to: z.string(),
    asset: z.string(),
    amount: z.string(),
    time: z.number(),
  }),
  z.object({ kind: z.literal('risk_warning'), ...position, level: z.number(), is_funding: z.boolean() }),
  z.object({ kind: z.literal('liquidation'), ...position, stage: z.number(), mark_price: z.string(), sz: z.string() }),
  z.object({
    kind: z.literal('deleveraging'),
    ...position,
    price: z.string(),
    sz: z.string(),
    pnl: signedDecimal,
    rank: z.number(),
  }),
]);

export const noticesPushes = declarePushes({
  'notice.update': { summary: 'A notice', params: z.tuple([notice]) },
});
