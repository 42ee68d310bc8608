import { setTimeout as delay } from 'node:timers/promises';
import { shardParts } from '@pelican/shared/engine';
import type { BreakableExchange } from '../../support/breakable-exchange.ts';
import { shards } from '../../support/shards.ts';
import type { LinkFault } from '../../support/tcp-link.ts';
import { type Fault, type FaultGroup, loadsGoOn } from './fault.ts';

const cutMs = 3_000;
/** Longer than a caller waits for an answer of the engine, and than the lease. */
const silentMs = 6_000;

interface Link {
  name: string;
  server: 'redis' | 'postgres';
  parts(exchange: BreakableExchange): Promise<string[]>;
}

const api = async () => ['api'];
const leaders = (exchange: BreakableExchange) => exchange.leaders();
const settlements = async () => ['settlement-spot', 'settlement-perpetual'];
const apiToRedis: Link = { name: 'the API and Redis', server: 'redis', parts: api };
const leadersToRedis: Link = { name: 'the leading engines and Redis', server: 'redis', parts: leaders };
const settlementsToRedis: Link = { name: 'the settlements and Redis', server: 'redis', parts: settlements };
const settlementsToPostgres: Link = { name: 'the settlements and Postgres', server: 'postgres', parts: settlements };
const apiToPostgres: Link = { name: 'the API and Postgres', server: 'postgres', parts: api };
const sideParts = ['ticker', 'ticker-standby', 'worker'];
const sidePartsToPostgres: Link = {
  name: 'tickers and worker and Postgres',
  server: 'postgres',
  parts: async () => sideParts,
};
/** All that no order waits for. */
const standbysToRedis: Link = {
  name: 'standby engines, tickers and worker and Redis',
  server: 'redis',
  async parts(exchange) {
    const leading = await exchange.leaders();
    const engines = shards.flatMap((shard) => [shardParts(shard).engine, shardParts(shard).standby]);
    return [...engines.filter((name) => !leading.includes(name)), ...sideParts];
  },
};

function struck({ name, server, parts }: Link, what: string, fault: LinkFault, lastingMs: number): Fault {
  return {
    name: `when the network between ${name} ${what}`,
    async strike(exchange) {
      exchange.links[server].strike(fault, await exchange.pidsOf(await parts(exchange)));
      await delay(lastingMs);
      exchange.links[server].restore();
    },
  };
}

/** The same for parts that no order waits for: orders are taken all the time. */
function passedBy(link: Link, what: string, fault: LinkFault, lastingMs: number): Fault {
  return {
    name: `while the network between ${link.name} ${what}`,
    async strike(exchange, loads) {
      exchange.links[link.server].strike(fault, await exchange.pidsOf(await link.parts(exchange)));
      await Promise.all([delay(lastingMs), loadsGoOn(loads)]);
      exchange.links[link.server].restore();
    },
  };
}

/** What is under way gets no answer, and nothing new gets through. */
const cut = (link: Link) => struck(link, 'is cut', 'cut', cutMs);
/** Both ends think that they are connected, and what was sent arrives late. */
const silent = (link: Link) => struck(link, 'is silent', 'stall', silentMs);

export const linkFaults: FaultGroup = {
  name: 'links',
  faults: [
    ...[apiToRedis, leadersToRedis, settlementsToRedis, settlementsToPostgres, apiToPostgres].map(cut),
    ...[apiToRedis, leadersToRedis, settlementsToPostgres].map(silent),
    passedBy(standbysToRedis, 'is cut', 'cut', cutMs),
    passedBy(standbysToRedis, 'is silent', 'stall', silentMs),
    passedBy(sidePartsToPostgres, 'is cut', 'cut', cutMs),
  ],
};
