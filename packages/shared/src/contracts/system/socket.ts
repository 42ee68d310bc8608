/** The socket's clock, ping and sign-in. */
import * as z from 'zod/mini';
import { anyParams, declareMethods, declarePushes, open, success } from '../socket.ts';

export const serverMethods = declareMethods({
  'server.ping': { ...open, summary: 'Answers "pong"', params: anyParams, result: z.literal('pong') },
  'server.time': { ...open, summary: 'The Unix time in seconds', params: anyParams, result: z.number() },
  'server.auth': {
    ...open,
    summary: 'Sign in by an access token: token, source',
    params: z.tuple([z.string(), z.optional(z.string())]),
    result: success,
  },
  'server.sign': {
    ...open,
    summary: 'Sign in by an API key: key, signature, time of signing in milliseconds',
    params: z.tuple([z.string(), z.string(), z.number()]),
    result: success,
  },
});

export const serverPushes = declarePushes({
  'server.deauthed': { summary: 'The sign-in has ended: why', params: z.tuple([z.string()]) },
});
