/** What support pushes over the socket. */
import * as z from 'zod/mini';
import { declarePushes } from '../socket.ts';

export const supportPushes = declarePushes({
  'support.update': {
    summary: 'One of the own tickets has changed, with the subscription to notices: id of the ticket',
    params: z.tuple([z.number()]),
  },
});
