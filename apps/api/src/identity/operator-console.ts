/**
 * The operator console: what the calls of operators over HTTP work with. A domain takes an `OperatorConsole` for its calls below
 * /v2/ops, and gives its queue to the list in modules/operations/queues.ts.
 */
import type { Permission, Requested, SubmittedStatus } from '@pelican/shared/contracts/operations';
import type { FastifyReply } from 'fastify';
import type pg from 'pg';
import type { AuditEntry, Queryable } from '../platform/database/index.ts';
import type { Guards, Principal } from '../platform/http/index.ts';
import type { Delivery, OperatorAction, OperatorCaller } from './operators.ts';

/** Of an operator's call over HTTP. */
export interface OperatorCall {
  principal: Principal;
  reply: FastifyReply;
}

/** An action that is done, with what it gave; or what the call answers while another operator decides, with status 202. */
export type ConsoleAnswer<Result, Effect> = { status: SubmittedStatus; result: Result; effect: Effect } | Requested;

/** What a call answers that says no more than what became of its action. */
export function outcomeOf(answer: ConsoleAnswer<unknown, unknown>): { status: SubmittedStatus } | Requested {
  return answer.status === 'requested' ? answer : { status: answer.status };
}

/** What a call answers that also says what its action gave. */
export async function outcomeWith<Result, Fields extends object>(
  answer: ConsoleAnswer<Result, unknown>,
  fieldsOf: (result: Result) => Fields | Promise<Fields>,
): Promise<({ status: SubmittedStatus } & Fields) | Requested> {
  return answer.status === 'requested' ? answer : { status: answer.status, ...(await fieldsOf(answer.result)) };
}

/** What became of a command for an engine, which follows the commit; null: all is well. */
export function warningOf(effect: unknown): string | null {
  if (typeof effect !== 'object' || effect === null || !('kind' in effect)) return null;
  const { kind } = effect as Delivery;
  if (kind === 'refused') return 'The engine refused the change: everything is as it was.';
  return kind === 'waiting' ? 'It is written down; the engine gets it as soon as it answers.' : null;
}

export interface OperatorConsole {
  /** With the rights of operators in Postgres, which the API otherwise has not. */
  pool: pg.Pool;
  guards: Guards;
  /** @throws DomainError forbidden: no operator has signed in */
  callerOf(principal: Principal): Promise<OperatorCaller>;
  /**
   * Does the action, or asks for it where it takes two persons. A claim of `place` ends with it.
   * @throws DomainError forbidden, invalid_argument (no reason), too_many_requests, claimed (another operator works on `place`), and what
   * the action throws
   */
  submit<Payload, Result, Effect>(
    call: OperatorCall,
    action: OperatorAction<Payload, Result, Effect>,
    given: { payload: Payload; reason: string | undefined; place?: ClaimedPlace },
  ): Promise<ConsoleAnswer<Result, Effect>>;
  /**
   * Records that an operator looks at what is somebody's own, before it is shown.
   * @param options.onceInMinutes of what a screen reads again and again: the operator's next looks at the subject within this time are the same look
   * @throws DomainError too_many_requests
   */
  recordLook(
    principal: Principal,
    look: Pick<AuditEntry, 'action' | 'subject'> & Partial<AuditEntry>,
    options?: { onceInMinutes?: number },
  ): Promise<void>;
  /** Ends the claim of a decided object, also one of another operator. It never throws: a claim expires by itself. */
  endClaim(place: ClaimedPlace): Promise<void>;
}

/** What of a queue somebody works on. */
export interface ClaimedPlace {
  queue: string;
  id: string;
}

/** What waits for operators. */
export interface OperatorQueue {
  /** Small letters and _; the client has a screen of this name. */
  name: string;
  /** Of those who see it and may claim what is in it; any operator without one. */
  permission: Permission | undefined;
  /** How many wait, and the oldest since when. */
  count(db: Queryable, principal: Principal): Promise<Waiting>;
}

interface Waiting {
  count: number;
  oldest: Date | null;
}

/** Counts a queue. @param waiting the end of a SELECT, from the column on by which the oldest is known: `created_at FROM jobs WHERE ...` */
export async function countWaiting(db: Queryable, waiting: string, values: readonly unknown[] = []): Promise<Waiting> {
  const { rows } = await db.query<Waiting>(
    `SELECT count(*)::int AS count, min(since) AS oldest FROM (SELECT ${waiting}) AS waiting (since)`,
    [...values],
  );
  return rows[0] ?? { count: 0, oldest: null };
}
