/** What operators do with forms that were received, and with those who wait for an opening. */
import { paths, tradePath } from '@pelican/shared/client-paths';
import { DomainError } from '@pelican/shared/contracts';
import { formStates } from '@pelican/shared/contracts/support';
import type { Language } from '@pelican/shared/contracts/system';
import { z } from 'zod';
import { type OperatorAction, recordAct } from '../../identity/index.ts';
import { mailVisitor, type Opening, writeNotices } from '../../notices/index.ts';
import type { Transaction } from '../../platform/database/index.ts';

const decision = z.object({ id: z.int(), state: z.enum(formStates), tell: z.boolean() });

/** With `tell` the sender receives a mail with the reason. @throws DomainError not_found */
export const changeFormState: OperatorAction<z.infer<typeof decision>, void> = {
  name: 'support.change_form_state',
  permission: 'support',
  twoPersons: false,
  payload: decision,
  async run(tx, act, { id, state, tell }) {
    const { email, language, state: before } = await lockForm(tx, id);
    if (before === state) return;
    await tx.query('UPDATE support_forms SET state = $2, reason = $3, updated_at = now() WHERE id = $1', [
      id,
      state,
      act.reason ?? null,
    ]);
    if (tell) {
      const given = { id, state, reason: act.reason ?? '' };
      await mailVisitor(tx, { recipient: email, language, kind: 'form_state_changed', given });
    }
    await recordAct(tx, act, {
      action: 'form.state_changed',
      subject: `form:${id}`,
      details: { from: before, to: state, tell },
    });
  },
};

interface FormRow {
  email: string;
  language: Language;
  state: string;
}

async function lockForm(tx: Transaction, id: number): Promise<FormRow> {
  const { rows } = await tx.query<FormRow>(
    'SELECT email, language, state FROM support_forms WHERE id = $1 AND joins_id IS NULL FOR UPDATE',
    [id],
  );
  if (!rows[0]) throw new DomainError('not_found');
  return rows[0];
}

const opening = z.object({ topic: z.string() });
/** Notices of one call: the next one writes those that are left. */
const noticesMax = 2_000;

/** Notices to those who wait that it has opened, one each. @returns how many */
export const tellOpening: OperatorAction<{ topic: string }, number> = {
  name: 'support.tell_opening',
  permission: 'support',
  twoPersons: false,
  payload: opening,
  async run(tx, act, { topic }) {
    const { rows } = await tx.query<{ email: string; userId: string | null; language: Language }>(
      `UPDATE opening_watches SET told_at = now() WHERE id IN (
          SELECT id FROM opening_watches WHERE topic = $1 AND told_at IS NULL ORDER BY id LIMIT $2 FOR UPDATE)
        RETURNING email, user_id AS "userId", language`,
      [topic, noticesMax],
    );
    const given = openingOf(topic);
    const users = rows.flatMap(({ userId }) => (userId === null ? [] : [Number(userId)]));
    await writeNotices(
      tx,
      users.map((userId) => ({ userId, kind: 'opened' as const, payload: given })),
    );
    for (const { email, userId, language } of rows)
      if (userId === null) await mailVisitor(tx, { recipient: email, language, kind: 'opened', given });
    await recordAct(tx, act, { action: 'opening.told', subject: topic, details: { told: rows.length } });
    return rows.length;
  },
};

const featureNames: Record<string, string> = {
  p2p: 'P2P lending',
  otc: 'The OTC desk',
  staking: 'Staking',
  offerings: 'Token offerings',
  mobile_app: 'The mobile app',
};

function openingOf(topic: string): Opening {
  const [kind, of = ''] = topic.split(':');
  if (kind === 'market') return { name: of.replace('_', '/'), path: tradePath(of) };
  return { name: featureNames[of] ?? of, path: paths.welcome, feature: of };
}
