/**
 * The rule of two persons: one operator makes a request, another one approves it, and approving does it in the same transaction.
 * Constraints and triggers of `operator_requests` hold the rule against any other writer.
 */
import { DomainError } from '@pelican/shared/contracts';
import { z } from 'zod';
import {
  type ActionDeps,
  demandCaller,
  demandOther,
  demandPermission,
  type OperatorAct,
  type OperatorAction,
  type OperatorCaller,
} from '../../identity/index.ts';
import {
  countRows,
  inTransaction,
  type Queryable,
  recordAudit,
  type Transaction,
} from '../../platform/database/index.ts';
import { type Completed, completeAction } from './complete.ts';
import { askedPayload, hashOf, namesSameFacts, readPayload, shownPayload } from './payloads.ts';

const validHours = 24;

export interface OperatorRequest {
  id: number;
  action: string;
  payload: unknown;
  /** Hex. An operator compares it with what was asked for. */
  payloadHash: string;
  reason: string;
  maker: string;
  createdAt: Date;
  expiresAt: Date;
  status: 'pending' | 'done' | 'rejected';
  checker: string | null;
}

export interface NewRequest<Payload> {
  action: { name: string };
  payload: Payload;
  maker: string;
  reason: string;
}

/** Writes a request that another operator may approve for a day. */
export async function makeRequest<Payload>(tx: Transaction, request: NewRequest<Payload>): Promise<OperatorRequest> {
  const { action, payload, maker, reason } = request;
  const payloadHash = hashOf(action.name, payload);
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO operator_requests (action, payload, payload_hash, reason, maker, expires_at)
      VALUES ($1, $2, $3, $4, $5, now() + make_interval(hours => $6)) RETURNING id`,
    [action.name, JSON.stringify(payload), payloadHash, reason, maker, validHours],
  );
  const id = Number(rows[0]?.id);
  const details = { action: action.name, payload: shownPayload(payload), payloadHash, reason };
  await recordAudit(tx, { actor: maker, action: 'request.made', subject: `request:${id}`, details });
  return findRequest(tx, id);
}

/**
 * Does what a request asks for, once: of two that approve at once one finds it done. Both operators still need the permission.
 * @param given.payloadHash the hash, or its beginning (8 digits and more), that the checker has read
 * @throws DomainError not_found, forbidden (the maker's own request, the checker's own account, or no permission), request_closed (decided, expired, another
 * hash, or of a release whose requests had another content), and what the action throws
 */
export async function approveRequest<Payload, Result, Effect>(
  deps: ActionDeps,
  action: OperatorAction<Payload, Result, Effect>,
  given: GivenApproval,
): Promise<Completed<Payload, Result, Effect>> {
  return completeAction(deps, action, await inTransaction(deps.pool, (tx) => runApproved(tx, action, given)));
}

interface GivenApproval {
  id: number;
  caller: OperatorCaller;
  payloadHash: string;
  /** Why it is approved; on record. */
  reason?: string;
}

async function runApproved<Payload, Result, Effect>(
  tx: Transaction,
  action: OperatorAction<Payload, Result, Effect>,
  given: GivenApproval,
): Promise<{ act: OperatorAct; payload: Payload; result: Result }> {
  const checker = given.caller.actor;
  const request = await findRequest(tx, given.id, 'FOR UPDATE');
  demandPending(request);
  if (request.maker === checker) {
    throw new DomainError('forbidden', { message: `Request ${request.id} is your own: another operator approves it.` });
  }
  const isRead = given.payloadHash.length >= 8 && request.payloadHash.startsWith(given.payloadHash);
  if (!isRead || request.action !== action.name || hashOf(request.action, request.payload) !== request.payloadHash) {
    throw new DomainError('request_closed', { message: `Request ${request.id} is another one than the hash says.` });
  }
  await demandCaller(tx, given.caller, action.permission);
  await demandOtherAccount(tx, given.caller, action, request);
  if (given.caller.twoPersons) await demandPermission(tx, request.maker, action.permission);
  const payload = readPayload(action, request);
  await demandUnchanged(tx, action, request, payload);
  const act = { actor: request.maker, checker, reason: request.reason || undefined };
  const result = await action.run(tx, act, payload);
  await decide(tx, request, { status: 'done', checker, reason: given.reason });
  return { act, payload, result };
}

/** What the one who approves has read is what is done. @throws DomainError request_closed */
async function demandUnchanged<Payload, Result, Effect>(
  tx: Transaction,
  action: OperatorAction<Payload, Result, Effect>,
  { id, payloadHash }: OperatorRequest,
  payload: Payload,
): Promise<void> {
  const asked = await askedPayload(tx, action, payload);
  if (hashOf(action.name, asked) === payloadHash) return;
  const cause = namesSameFacts(asked, payload)
    ? `Figures that request ${id} names have changed since it was made.`
    : `Request ${id} does not name the figures that such a request names now.`;
  throw new DomainError('request_closed', { message: `${cause} Reject it and make it again.` });
}

/**
 * Rejects a request, or withdraws the caller's own. One that has expired, or whose action this release does not have, can be rejected too.
 * @param given.action undefined when this release does not have it: there is no permission to check then, so any operator may reject it
 * @throws DomainError not_found, forbidden (no operator, the caller's own account, or no permission), request_closed (decided before)
 */
export async function rejectRequest(
  tx: Transaction,
  given: { id: number; caller: OperatorCaller; action: DecidedAction | undefined; reason?: string },
): Promise<void> {
  const request = await findRequest(tx, given.id, 'FOR UPDATE');
  if (request.status !== 'pending') demandPending(request);
  const isOwn = request.maker === given.caller.actor;
  await demandCaller(tx, given.caller, isOwn ? undefined : given.action?.permission);
  if (given.action && !isOwn) await demandOtherAccount(tx, given.caller, given.action, request);
  await decide(tx, request, { status: 'rejected', checker: given.caller.actor, reason: given.reason });
}

type DecidedAction = Pick<OperatorAction<unknown, unknown, unknown>, 'permission' | 'payload' | 'about'>;

/** Nobody decides on what another one asks about their own account. @throws DomainError forbidden */
async function demandOtherAccount<Payload>(
  tx: Transaction,
  { actor, twoPersons }: OperatorCaller,
  action: Pick<OperatorAction<Payload, unknown, unknown>, 'payload' | 'about'>,
  request: OperatorRequest,
): Promise<void> {
  if (!twoPersons || !action.about) return;
  const payload = action.payload.safeParse(request.payload);
  if (payload.success) return demandOther(tx, actor, action.about(payload.data));
  // Of another release: the account is named all the same.
  const named = ofAnyRelease.safeParse(request.payload);
  if (named.success) return demandOther(tx, actor, named.data.email);
  const message = `Request ${request.id} was made by another version of the exchange and does not say whose account it is about: its maker withdraws it.`;
  throw new DomainError('forbidden', { message });
}

const ofAnyRelease = z.looseObject({ email: z.string() });

/** Those that wait for a decision, the oldest first. */
export async function pendingRequests(db: Queryable): Promise<OperatorRequest[]> {
  const { rows } = await db.query<RequestRow>(
    `SELECT ${columns} FROM operator_requests WHERE status = 'pending' AND expires_at > now() ORDER BY id LIMIT 100`,
  );
  return rows.map(readRow);
}

export interface RequestPage {
  /** Those of this operator, */
  maker: string;
  /** and those of these actions. */
  actions: readonly string[];
  /** Those that wait, the oldest first; otherwise those that are decided or have expired, the newest first. */
  isPending: boolean;
  offset: number;
  limit: number;
}

export async function listRequests(
  db: Queryable,
  { maker, actions, isPending, offset, limit }: RequestPage,
): Promise<{ requests: OperatorRequest[]; total: number }> {
  const wanted = `(maker = $1 OR action = ANY ($2)) AND (status = 'pending' AND expires_at > now()) = $3`;
  const ofWhom = [maker, actions, isPending];
  const [{ rows }, total] = await Promise.all([
    db.query<RequestRow>(
      `SELECT ${columns} FROM operator_requests WHERE ${wanted} ORDER BY id ${isPending ? '' : 'DESC'} OFFSET $4 LIMIT $5`,
      [...ofWhom, offset, limit],
    ),
    countRows(db, `SELECT FROM operator_requests WHERE ${wanted}`, ofWhom, { offset, limit }),
  ]);
  return { requests: rows.map(readRow), total };
}

/** @throws DomainError not_found */
export async function findRequest(db: Queryable, id: number, lock: '' | 'FOR UPDATE' = ''): Promise<OperatorRequest> {
  const { rows } = await db.query<RequestRow>(`SELECT ${columns} FROM operator_requests WHERE id = $1 ${lock}`, [id]);
  if (!rows[0]) throw new DomainError('not_found', { message: `There is no request ${id}.` });
  return readRow(rows[0]);
}

type RequestRow = Omit<OperatorRequest, 'id'> & { id: string };

const columns = `id, action, payload, payload_hash AS "payloadHash", reason, maker, created_at AS "createdAt",
  expires_at AS "expiresAt", status, checker`;

function readRow(row: RequestRow): OperatorRequest {
  return { ...row, id: Number(row.id) };
}

function demandPending(request: OperatorRequest): void {
  if (request.status !== 'pending') {
    throw new DomainError('request_closed', {
      message: `Request ${request.id} was decided before: ${request.status} by ${request.checker}.`,
    });
  }
  if (request.expiresAt.getTime() <= Date.now()) {
    throw new DomainError('request_closed', { message: `Request ${request.id} has expired: make it again.` });
  }
}

interface Decision {
  status: 'done' | 'rejected';
  checker: string;
  reason: string | undefined;
}

async function decide(tx: Transaction, request: OperatorRequest, { status, checker, reason }: Decision): Promise<void> {
  await tx.query('UPDATE operator_requests SET status = $2, checker = $3, decided_at = now() WHERE id = $1', [
    request.id,
    status,
    checker,
  ]);
  const { id, action, payloadHash, maker } = request;
  const details = { action, payloadHash, maker, ...(reason === undefined ? {} : { reason }) };
  await recordAudit(tx, { actor: checker, action: `request.${status}`, subject: `request:${id}`, details });
}
