/** What operators do with texts of the client. The originals are never lost: one person puts them back. */
import { DomainError } from '@pelican/shared/contracts';
import { clientLanguageCodes } from '@pelican/shared/contracts/system';
import { faultsOf, sentenceOf, takesTwoOperators, textIdOf } from '@pelican/shared/contracts/texts';
import { z } from 'zod';
import { type OperatorAction, operatorNameOf, recordAct } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/index.ts';

/** Of a language: what pages in English load is this many texts at most. */
const changedMax = 1_000;

const common = { permission: 'content', explainsItself: () => true } as const;

const place = z.object({ language: z.enum(clientLanguageCodes), namespace: z.string(), key: z.string() });

const change = place.extend({
  area: z.string(),
  /** As the catalogue has it. */
  original: z.string(),
  text: z.string(),
  /** As the operator has read it; 0 while nobody has changed it. */
  version: z.int().min(0),
});

/** @throws DomainError content_changed, invalid_argument (the text breaks a rule of `faultsOf`) */
export const changeText: OperatorAction<z.infer<typeof change>, void> = {
  ...common,
  name: 'texts.change',
  twoPersons: true,
  isForOne: (_, { area }) => !takesTwoOperators(area),
  payload: change,
  async run(tx, act, { area: _, original, text, version, ...at }) {
    const faults = faultsOf(original, text);
    if (faults.length > 0) throw refused(faults.map(sentenceOf));
    const before = await takeChange(tx, at, version);
    const { rows } = await tx.query<{ isFull: boolean }>(
      'SELECT count(*) >= $2 AS "isFull" FROM text_overrides WHERE language = $1',
      [at.language, changedMax],
    );
    if (rows[0]?.isFull) throw refused([`is one too many: ${changedMax} texts of a language may be changed`]);
    await tx.query(
      'INSERT INTO text_overrides (language, namespace, key, text, updated_by) VALUES ($1, $2, $3, $4, $5)',
      [at.language, at.namespace, at.key, text, operatorNameOf(act.actor)],
    );
    const details = { before: before ?? original, after: text };
    await recordAct(tx, act, { action: 'text.changed', subject: `text:${textIdOf(at)}`, details });
  },
};

const returned = place.extend({ original: z.string().nullable(), version: z.int().min(1) });

/** Also of a text whose original is gone. @throws DomainError content_changed */
export const putOriginalBack: OperatorAction<z.infer<typeof returned>, void> = {
  ...common,
  name: 'texts.put_back',
  twoPersons: false,
  payload: returned,
  async run(tx, act, { original, version, ...at }) {
    const before = await takeChange(tx, at, version);
    const details = { before, after: original };
    await recordAct(tx, act, { action: 'text.put_back', subject: `text:${textIdOf(at)}`, details });
  },
};

/**
 * Deletes the change of a text, so that the next one gets a higher id. The lock makes changes run one after the other: API processes see by the
 * number of changed texts and the highest id among them that there is another change.
 * @returns its text, or undefined where there was none
 * @throws DomainError content_changed: it is not what the operator has read
 */
async function takeChange(tx: Transaction, { language, namespace, key }: z.infer<typeof place>, version: number) {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('text_overrides', 0))`);
  const { rows } = await tx.query<{ id: string; text: string }>(
    'DELETE FROM text_overrides WHERE language = $1 AND namespace = $2 AND key = $3 RETURNING id, text',
    [language, namespace, key],
  );
  if (Number(rows[0]?.id ?? 0) !== version) throw new DomainError('content_changed');
  return rows[0]?.text;
}

function refused(sentences: string[]): DomainError {
  return new DomainError('invalid_argument', { fields: { text: sentences } });
}
