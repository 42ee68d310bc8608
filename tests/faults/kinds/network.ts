import { setTimeout as delay } from 'node:timers/promises';
import type { BreakableExchange } from '../../support/breakable-exchange.ts';
import type { LinkFault } from '../../support/tcp-link.ts';
import type { Fault, FaultGroup } from './fault.ts';

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

/** What is under way gets no answer, and nothing new gets through. */
const cut = (link: Link) => struck(link, 'is cut', 'cut', cutMs);
/** Both ends think that they are connected, and what was sent arrives late. */
const silent = (link: Link) => struck(link, 'is silent', 'stall', silentMs);

export const linkFaults: FaultGroup = {
  name: 'links',
  faults: [
    ...[apiToRedis, leadersToRedis, settlementsToRedis, settlementsToPostgres, apiToPostgres].map(cut),
    ...[apiToRedis, leadersToRedis, settlementsToPostgres].map(silent),
  ],
};
