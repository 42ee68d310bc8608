/** Submits every user command to the perpetual engine: scope, rate limit, refusals as errors of the API. */
import type { Command } from '@pelican/shared/engine/perpetual';
import { type Require, scopeOf } from '../../identity/index.ts';
import type { AppliedPerpetualCommand, LivePerpetualData, PerpetualEngine } from '../../live/index.ts';
import type { Principal, UserRateLimit } from '../../platform/http/index.ts';
import { accepted } from './refusals.ts';

export interface SubmitterDeps {
  engine: Pick<PerpetualEngine, 'submit'>;
  live: Pick<LivePerpetualData, 'view' | 'catalog'>;
  /** Takes one order from the user's allowance. @throws DomainError too_many_requests */
  rateLimit: UserRateLimit;
  require: Require;
}

export interface Submitter {
  /** @throws DomainError insufficient_scope */
  requireScope(principal: Principal): Promise<void>;
  /** The engine's answer, also when it is a refusal. @throws DomainError too_many_requests, service_unavailable, ... */
  ask(command: Command): Promise<AppliedPerpetualCommand>;
  /** The engine's answer. @throws DomainError as `ask`, and every refusal of the engine */
  submit(command: Command): Promise<AppliedPerpetualCommand>;
}

export function createSubmitter({ engine, live, rateLimit, require }: SubmitterDeps): Submitter {
  async function ask(command: Command): Promise<AppliedPerpetualCommand> {
    rateLimit.take(command.user);
    return engine.submit(command);
  }

  return {
    requireScope: async (principal) => void (await require(principal, scopeOf('trade'))),
    ask,
    submit: async (command) => accepted(await ask(command), command, live),
  };
}
