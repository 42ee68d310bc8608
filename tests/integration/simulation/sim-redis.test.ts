import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Argument, asTexts, type Reply } from '../../simulation/redis-protocol.ts';
import { SimRedis } from '../../simulation/sim-redis.ts';
import type { Service } from '../../support/service.ts';
import { startRedis } from '../../support/services.ts';

let service: Service;
let real: Redis;
const simulated = new SimRedis(() => Date.now());

beforeAll(async () => {
  service = await startRedis();
  real = new Redis(service.url, { protocol: 2 });
});

afterAll(async () => {
  real.disconnect();
  await service.stop();
});

type Outcome = { reply: Reply } | { error: string };

async function ofReal(name: string, args: Argument[]): Promise<Outcome> {
  try {
    return { reply: asTexts((await real.callBuffer(name, ...args)) as Reply) };
  } catch (error) {
    return { error: (error as Error).message.slice(0, 12) };
  }
}

function ofSimulated(name: string, args: Argument[]): Outcome {
  try {
    return { reply: asTexts(simulated.execute(name, args, () => undefined) ?? null) };
  } catch (error) {
    return { error: (error as Error).message.slice(0, 12) };
  }
}

const script = `local newest = '0-0'
if redis.call('EXISTS', KEYS[1]) == 1 then newest = redis.call('XINFO', 'STREAM', KEYS[1])[2] end
redis.call('XADD', KEYS[1], ARGV[1], 'e', ARGV[2])
return {newest, redis.call('GET', KEYS[2]), redis.call('XLEN', KEYS[1])}`;

const addedCountScript = `local facts = redis.call('XINFO', 'STREAM', KEYS[1])
for i = 1, #facts, 2 do if facts[i] == 'entries-added' then return facts[i + 1] end end`;

const commands: [name: string, ...args: Argument[]][] = [
  ['XREAD', 'COUNT', 2, 'STREAMS', 's', '0-0'],
  ['XINFO', 'STREAM', 's'],
  ['XADD', 's', '5-1', 'c', Buffer.from([0, 255, 13, 10])],
  ['XADD', 's', '5-1', 'c', 'again'],
  ['XADD', 's', '5-0', 'c', 'older'],
  ['XADD', 's', '5-2', 'c', 'second'],
  ['XADD', 's', '7-0', 'c', 'third'],
  ['XREAD', 'COUNT', 2, 'STREAMS', 's', '0-0'],
  ['XREAD', 'COUNT', 9, 'STREAMS', 's', '5-2'],
  ['XREAD', 'COUNT', 9, 'STREAMS', 's', '9-0'],
  ['XRANGE', 's', '5-2', '5-2', 'COUNT', 1],
  ['XRANGE', 's', '(5-2', '+', 'COUNT', 1],
  ['XRANGE', 's', '-', '+'],
  ['XREVRANGE', 's', '+', '-', 'COUNT', 1],
  ['XTRIM', 's', 'MINID', '5-2'],
  ['XLEN', 's'],
  ['XTRIM', 's', 'MINID', '9-0'],
  ['XLEN', 's'],
  ['EXISTS', 's', 'none'],
  ['XADD', 's', '6-0', 'c', 'below what was trimmed'],
  ['SET', 'k', 'v'],
  ['GET', 'k'],
  ['GET', 'none'],
  ['SET', 'brief', 'v', 'PX', 100_000],
  ['INCR', 'n'],
  ['INCR', 'n'],
  ['DEL', 'brief', 'none'],
  ['HSET', 'h', 'a', '1', 'b', '2'],
  ['HMGET', 'h', 'a', 'none', 'b'],
  ['HGET', 'h', 'b'],
  ['HDEL', 'h', 'a', 'none'],
  ['HDEL', 'h', 'b'],
  ['EXISTS', 'h'],
  ['HSET', 'g', 'a', '1', 'b', '2'],
  ['HKEYS', 'g'],
  ['HVALS', 'g'],
  ['XADD', 'r', '3-0', 'c', 'removed'],
  ['XDEL', 'r', '3-0'],
  ['XDEL', 'r', '3-0'],
  ['XSETID', 'r', '4-0', 'ENTRIESADDED', 7, 'MAXDELETEDID', '0-0'],
  ['XADD', 'r', '4-0', 'c', 'not above'],
  ['XADD', 'r', '4-1', 'c', 'above'],
  ['RENAME', 'r', 's'],
  ['XRANGE', 's', '-', '+'],
  ['EXISTS', 'r'],
  ['RENAME', 'r', 's'],
  ['EVALSHA', '0000000000000000000000000000000000000000', 0],
  ['EVAL', script, 2, 't', 'k', '1-1', 'bytes'],
  ['EVAL', script, 2, 't', 'none', '1-2', 'bytes'],
  ['EVAL', script, 2, 't', 'none', '1-2', 'refused by XADD'],
  ['XRANGE', 't', '-', '+'],
  ['EVAL', addedCountScript, 1, 's'],
];

test.each(commands)('%s %s %s %s: the simulated Redis answers as the real one', async (name, ...args) => {
  const answer = await ofReal(name, args);
  if (name === 'XINFO' && 'reply' in answer) throw new Error('the real XINFO has more fields: compare it in a script');
  expect(ofSimulated(name, args)).toEqual(answer);
});

test('a blocked read is answered once, also when the answer to another leads to a command at once', () => {
  const server = new SimRedis(() => Date.now());
  const answers: string[] = [];
  const read = (reader: string) =>
    server.execute('XREAD', ['BLOCK', 1_000, 'STREAMS', 's', '0-0'], () => {
      answers.push(reader);
      server.execute('XADD', ['other', '*', 'c', reader], () => undefined);
    });
  read('first');
  read('second');
  server.execute('XADD', ['s', '1-0', 'c', 'entry'], () => undefined);
  expect(answers).toEqual(['first', 'second']);
});

test('a script is known to the server that was given its source, and to no other', () => {
  const source = "return redis.call('GET', KEYS[1])";
  const sha = createHash('sha1').update(source).digest('hex');
  simulated.execute('EVAL', [source, 1, 'k'], () => undefined);
  expect(ofSimulated('EVALSHA', [sha, 1, 'k'])).toEqual({ reply: 'v' });
  const other = new SimRedis(() => Date.now());
  expect(() => other.execute('EVALSHA', [sha, 1, 'k'], () => undefined)).toThrow('NOSCRIPT');
});
