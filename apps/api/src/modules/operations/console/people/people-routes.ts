/** Users over HTTP, as operators see them and what they do to their accounts. */
import type { operationsEndpoints } from '@pelican/shared/contracts/operations';
import {
  actorOf,
  demandCaller,
  type OperatorAction,
  type OperatorCall,
  type OperatorConsole,
  outcomeOf,
  recordAct,
} from '../../../../identity/index.ts';
import { inTransaction } from '../../../../platform/database/index.ts';
import type { Handlers } from '../../../../platform/http/index.ts';
import { blockAccount, resetPassword, revokeApiKey, suspendOperator, unblockAccount } from '../../../accounts/index.ts';
import { adjustWallet } from '../../../adjustments/index.ts';
import { revokeSignUpBonus } from '../../../promotions/index.ts';
import { operatorName } from '../operator-console.ts';
import { evidenceKindsOf, readEvidence } from './evidence.ts';
import { demandOwnKey, emailOf, readPerson, searchPeople } from './find-people.ts';

type Calls = Extract<keyof typeof operationsEndpoints, `${string} /v2/ops/users${string}`>;

export function peopleHandlers(operators: OperatorConsole): Pick<Handlers<typeof operationsEndpoints>, Calls> {
  const { pool } = operators;

  /** Submits an action on the account of this id. */
  async function change<Result>(
    call: OperatorCall & { params: { id: number }; body: { reason: string } },
    action: OperatorAction<{ email: string }, Result>,
  ) {
    const payload = { email: await emailOf(pool, call.params.id) };
    return outcomeOf(await operators.submit(call, action, { payload, reason: call.body.reason }));
  }

  return {
    'GET /v2/ops/users': async ({ principal, query: { search, offset, limit } }) => {
      await operators.recordLook(principal, { action: 'users.searched', subject: 'users', details: { search } });
      const { people, total } = await searchPeople(pool, { search, offset, limit });
      return { result: people, total, offset, limit };
    },
    'GET /v2/ops/users/:id': async ({ principal, params: { id } }) => {
      const person = await readPerson(pool, id);
      await operators.recordLook(principal, { action: 'user.viewed', subject: `user:${id}` });
      return person;
    },
    'GET /v2/ops/users/:id/timeline': async ({ principal, params: { id }, query: { kinds: named, before, limit } }) => {
      await emailOf(pool, id);
      const kinds = evidenceKindsOf(named);
      const details = { kinds, ...(before === undefined ? {} : { before }) };
      await operators.recordLook(principal, { action: 'user.timeline_viewed', subject: `user:${id}`, details });
      const { evidence, next } = await readEvidence(pool, { userId: id, kinds, before, limit });
      return { result: evidence, next };
    },
    'POST /v2/ops/users/:id/notes': async ({ principal, params: { id: userId }, body: { text } }) => {
      await emailOf(pool, userId);
      const caller = await operators.callerOf(principal);
      const id = await inTransaction(pool, async (tx) => {
        await demandCaller(tx, caller, 'users');
        const { rows } = await tx.query<{ id: string }>(
          'INSERT INTO operator_notes (user_id, author, text) VALUES ($1, $2, $3) RETURNING id',
          [userId, operatorName(principal), text],
        );
        const note = Number(rows[0]?.id);
        const act = { actor: actorOf(operatorName(principal)), reason: undefined };
        await recordAct(tx, act, { action: 'user.noted', subject: `user:${userId}`, details: { note } });
        return note;
      });
      return { status: 'done' as const, id };
    },
    'POST /v2/ops/users/:id/freeze': (call) => change(call, blockAccount),
    'POST /v2/ops/users/:id/unfreeze': (call) => change(call, unblockAccount),
    'POST /v2/ops/users/:id/suspend': (call) => change(call, suspendOperator),
    'POST /v2/ops/users/:id/reset-password': (call) => change(call, resetPassword),
    'POST /v2/ops/users/:id/revoke-bonus': (call) => change(call, revokeSignUpBonus),
    'POST /v2/ops/users/:id/adjust': async ({ principal, reply, params: { id }, body: { reason, ...wanted } }) => {
      const payload = { email: await emailOf(pool, id), ...wanted };
      return outcomeOf(await operators.submit({ principal, reply }, adjustWallet, { payload, reason }));
    },
    'POST /v2/ops/users/:id/revoke-api-key': async ({ principal, reply, params: { id }, body: { key, reason } }) => {
      await demandOwnKey(pool, id, key);
      return outcomeOf(await operators.submit({ principal, reply }, revokeApiKey, { payload: { key }, reason }));
    },
  };
}
