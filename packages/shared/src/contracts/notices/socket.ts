/** Notices over the socket: those of the trading engines at once, and the messages that GET /v3/notices lists. */
import * as z from 'zod/mini';
import { deleveragingNotice, liquidationNotice, riskWarningNotice } from '../perpetual/notices.ts';
import { anyParams, declareMethods, declarePushes, read, success } from '../socket.ts';
import { transferNotice } from '../wallet/socket.ts';
import { noticePush } from './schemas.ts';

export const noticesMethods = declareMethods({
  'notice.subscribe': { ...read, summary: 'Push own notices', params: anyParams, result: success },
  'notice.unsubscribe': { ...read, summary: 'End the pushes of own notices', params: anyParams, result: success },
});

const notice = z.discriminatedUnion('kind', [
  noticePush,
  transferNotice,
  riskWarningNotice,
  liquidationNotice,
  deleveragingNotice,
]);

export const noticesPushes = declarePushes({
  'notice.update': { summary: 'A notice', params: z.tuple([notice]) },
});
