/** The public chat over the socket. */
import * as z from 'zod/mini';
import { anyParams, declareMethods, declarePushes, open, success } from '../socket.ts';
import { room } from './schemas.ts';

export const chatMethods = declareMethods({
  'chat.subscribe': {
    ...open,
    summary: 'Push the messages of one room, in place of the one before: language',
    params: z.tuple([room]),
    result: success,
  },
  'chat.unsubscribe': { ...open, summary: 'End the pushes of the chat', params: anyParams, result: success },
});

const pushed = z.object({
  id: z.number(),
  user_name: z.string(),
  message: z.string(),
  date_at: z.number(),
  staff: z.boolean(),
});

export const chatPushes = declarePushes({
  'chat.update': { summary: 'A message: language, message', params: z.tuple([room, pushed]) },
  'chat.delete': { summary: 'A message was deleted: language, id', params: z.tuple([room, z.number()]) },
});
