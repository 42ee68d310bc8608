/** What a fault test must know about a shard: how to load it and how to check it. The killing is the same for all. */
import type pg from 'pg';
import type { RunningExchange } from '../support/exchange.ts';

/** What became of the load's calls, as their callers know it. */
export interface Outcome {
  /** Calls that were answered with success. */
  acknowledgedCount: number;
  /** Calls whose outcome was unknown to the caller, until they were repeated after the fault. */
  repeatedCount: number;
}

export interface Load {
  readonly acknowledgedCount: number;
  /** Ends the load, and repeats what had no clear answer with the same keys: each must be answered now. */
  stop(): Promise<Outcome>;
}

/** How many calls are under way at once. */
export interface People {
  /** Callers, each with one call at a time. */
  tradersPerUser: number;
  /** Between two calls of a trader. */
  pauseMs: number;
}

export interface ShardUnderFault {
  shard: string;
  /** Its own parts, as DATA_DIR/run names them, that a test kills together. */
  victims: readonly (readonly string[])[];
  /** Starts users who place and cancel orders until they are stopped; `name` marks this load's orders. */
  load(exchange: RunningExchange, name: string, people: People): Promise<Load>;
  /**
   * Waits until everything is settled and checks what the exchange promises: acknowledged calls took effect exactly
   * once, the books balance, and all of it equals a replay from the first command. @throws an assertion
   */
  verify(exchange: RunningExchange, database: pg.Pool, load: Load): Promise<void>;
}
