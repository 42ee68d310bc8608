/** Operators: who they are, what they may do, and what every action of one is made of. */

import { DomainError, type ErrorCode } from '@pelican/shared/contracts';
import type { Permission } from '@pelican/shared/contracts/operations';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { z } from 'zod';
import { type AuditEntry, type Queryable, recordAudit, type Transaction } from '../platform/database/index.ts';
import type { AccountChange } from './account-changes.ts';
import { isActiveUser } from './users/active-user.ts';

/** What another operator reads on a terminal: nothing in it moves the cursor or hides other text. */
export const plainText = z.string().regex(/^[^\p{Cc}\p{Cf}]+$/u, 'must be plain text on one line');

/** Who acts, and why. */
export interface OperatorAct {
  /** 'ops:<name>' */
  actor: string;
  /** Who has approved it; undefined for what one does alone. */
  checker?: string;
  /** Absent where one person may act alone, and for an action that explains itself. */
  reason: string | undefined;
}

/** What became of commands for engines within some seconds: what waits the worker sends again. */
export type Delivery =
  | { kind: 'settled' }
  /** With the ids of the refused ones in the outbox, and the fields of a listing that were taken back. */
  | { kind: 'refused'; reason: ErrorCode; commands: string[]; takenBack?: string[] }
  | { kind: 'waiting' };

/** What an action works with once it is committed. */
export interface ActionDeps {
  pool: pg.Pool;
  /** @throws when Redis does not answer */
  redis(): Promise<Redis>;
  /** Sends the commands of these subjects in the outbox ('market:3') to their engines. */
  deliver(subjects: string[]): Promise<Delivery>;
  /** Of what is done, but not all the way. */
  warn(message: string): void;
}

/** An action of an operator: a function that the command line, and any other way in, calls by `submitAction`. */
export interface OperatorAction<Payload, Result, Effect = void> {
  /** Of requests: 'wallet.credit' */
  name: string;
  permission: Permission;
  /** It concerns money or rights: another operator approves it. */
  twoPersons: boolean;
  /** Of one that takes two: what one person does alone all the same. It locks what it reads. */
  isForOne?(tx: Transaction, payload: Payload, actor: string): boolean | Promise<boolean>;
  /** Whether its content says why: a text that was written, a reason of a list. Any other action needs a reason where money and rights take two. */
  explainsItself?(payload: Payload): boolean;
  /** Anybody at the command line may do it alone until there are two operators who make operators. */
  bootstraps?: true;
  /** Of the content of a request; what it parses is plain JSON. What is below `secret` is never shown. */
  payload: z.ZodType<Payload>;
  /**
   * Of one whose effect depends on more than its payload: the payload with those facts as they are now. It takes the locks of `run`, in their order,
   * so that nobody changes meanwhile what `run` compares. A request holds the facts, so that the one who approves reads them; it is refused once they
   * are others.
   */
  bind?(tx: Transaction, payload: Payload): Promise<Payload>;
  /** The e-mail of the account that it is about, or of all of them. Nobody decides about their own: its owner neither approves nor rejects it. */
  about?(payload: Payload): string | readonly string[];
  /** Its owner does not ask for it either. */
  neverAboutOneself?: true;
  /**
   * Does it once, with its audit record (`recordAct`).
   * @throws DomainError or RangeError when it cannot be done; nothing is changed then
   */
  run(tx: Transaction, act: OperatorAct, payload: Payload): Promise<Result>;
  /**
   * What cannot be in the transaction. A process may end between the commit and this: asking for the action again must do
   * it again, or the worker must make up for it.
   */
  afterCommit?(deps: ActionDeps, act: OperatorAct, payload: Payload, result: Result): Promise<Effect>;
  /** The changes of accounts that are announced to API processes once it is committed. */
  announces?(result: Result): AccountChange[];
}

/** An operator at the command line or in the console. */
export interface OperatorCaller {
  /** 'ops:<name>' */
  actor: string;
  /** Money and rights take two. Where they do not, the caller is the administrator of the machine, who may do everything. */
  twoPersons: boolean;
}

/** Writes down what an operator does, in the transaction in which it is done. */
export function recordAct(
  tx: Transaction,
  { actor, reason }: OperatorAct,
  { details, ...entry }: Omit<AuditEntry, 'actor' | 'details'> & Partial<Pick<AuditEntry, 'details'>>,
): Promise<void> {
  return recordAudit(tx, { actor, ...entry, details: { ...details, ...(reason === undefined ? {} : { reason }) } });
}

const prefix = 'ops:';

/** As audit records and requests name an operator. */
export function actorOf(name: string): string {
  return `${prefix}${name}`;
}

/** The other way round. */
export function operatorNameOf(actor: string): string {
  return actor.slice(prefix.length);
}

/** @param about an e-mail, or several @throws DomainError forbidden: it is about the operator's own account */
export async function demandOther(db: Queryable, actor: string, about: string | readonly string[]): Promise<void> {
  const { rowCount } = await db.query('SELECT FROM users WHERE email = ANY ($1::text[]) AND operator_name = $2', [
    typeof about === 'string' ? [about] : about,
    operatorNameOf(actor),
  ]);
  if (rowCount === 0) return;
  throw new DomainError('forbidden', { message: 'It is about your own account: another operator decides.' });
}

/**
 * Until the transaction ends the operator keeps the permission: a change of it waits. Without one named, any operator will do.
 * @throws DomainError forbidden
 */
export async function demandPermission(tx: Transaction, actor: string, permission?: Permission): Promise<void> {
  const name = operatorNameOf(actor);
  const { rows } = await tx.query<{ permissions: string[] }>(
    `SELECT permissions FROM users WHERE operator_name = $1 AND role = 'operator' AND ${isActiveUser()} FOR SHARE`,
    [name],
  );
  if (!rows[0]) throw new DomainError('forbidden', { message: `${name} is no operator` });
  if (permission && !rows[0].permissions.includes(permission))
    throw new DomainError('forbidden', { message: `${name} does not have the permission '${permission}'` });
}

/** As `demandPermission`, of a caller who is not the administrator. @throws DomainError forbidden */
export async function demandCaller(tx: Transaction, caller: OperatorCaller, permission?: Permission): Promise<void> {
  if (caller.twoPersons) await demandPermission(tx, caller.actor, permission);
}

/** Makes changes of who may make operators go one after the other. */
export async function lockOperators(tx: Transaction): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('operators'))`);
}

/** One who asks and one who approves. */
export const operatorAdminsMin = 2;

export interface OperatorAdmins {
  /** Also those who are blocked: blocking somebody does not let the first operators be made again. */
  made: number;
  active: number;
}

/**
 * Changes who may make operators, unless too few would be left.
 * @throws DomainError invalid_argument
 */
export async function keepOperatorAdmins(tx: Transaction, change: () => Promise<void>): Promise<void> {
  await lockOperators(tx);
  const before = await countOperatorAdmins(tx);
  await change();
  const after = await countOperatorAdmins(tx);
  if (after.active >= before.active || after.active >= operatorAdminsMin) return;
  const message = `${operatorAdminsMin} operators keep the permission 'operators': without them nobody could approve the next one`;
  throw new DomainError('invalid_argument', { message });
}

/** Whether somebody is shut out at the moment because this operator has said so. */
export async function hasSuspended(db: Queryable, actor: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'SELECT FROM users WHERE operator_name IS NOT NULL AND suspended_by = $1 AND suspended_until > now()',
    [actor],
  );
  return rowCount !== 0;
}

/** How many may make operators. */
export async function countOperatorAdmins(db: Queryable): Promise<OperatorAdmins> {
  const { rows } = await db.query<OperatorAdmins>(
    `SELECT count(*)::int AS made, (count(*) FILTER (WHERE status = 'active'))::int AS active
      FROM users WHERE operator_name IS NOT NULL AND 'operators' = ANY (permissions)`,
  );
  return rows[0] as OperatorAdmins;
}
