import { pino } from 'pino';
import { expect, it } from 'vitest';
import { readConfig } from '../config/index.ts';
import { createHttpServer } from './http-server.ts';

it('refuses a call that comes while the server closes in the shape of every refusal', async () => {
  const env = { NODE_ENV: 'test', DATABASE_URL: 'postgresql://nowhere/none', REDIS_URL: 'redis://nowhere' };
  const app = await createHttpServer(readConfig(env), pino({ level: 'silent' }));
  let calls = 0;
  app.get('/call', async () => `${++calls}`);
  const closing = Promise.withResolvers<void>();
  const mayClose = Promise.withResolvers<void>();
  app.addHook('preClose', () => {
    closing.resolve();
    return mayClose.promise;
  });
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/call`;
  expect((await fetch(url)).status).toBe(200);
  const closed = app.close();
  await closing.promise;
  const answer = await fetch(url);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ code: 'service_unavailable', errors: expect.anything() });
  expect(calls).toBe(1);
  mayClose.resolve();
  await closed;
});
