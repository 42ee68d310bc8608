/** Mails to addresses that belong to no account: of people who have sent a form. The worker sends them. */
import { languageCodes } from '@pelican/shared/contracts/system';
import { z } from 'zod';
import { declareJob, enqueue } from '../jobs/index.ts';
import type { Transaction } from '../platform/database/index.ts';
import { visitorTexts } from './visitor-texts.ts';

const language = z.enum(languageCodes);

export const visitorMail = declareJob({
  name: 'notices.visitor-mail',
  payload: z.object({
    recipient: z.string(),
    language: language.default('en'),
    title: z.string(),
    text: z.string(),
    link: z.object({ label: z.string(), path: z.string() }).optional(),
  }),
});

type Kind = keyof typeof visitorTexts;
export type VisitorMail = {
  [Name in Kind]: {
    recipient: string;
    language: z.infer<typeof language>;
    kind: Name;
    given: Parameters<(typeof visitorTexts)[Name]['en']>[0];
  };
}[Kind];

/** Sends a mail once the transaction has committed. */
export async function mailVisitor(tx: Transaction, mail: VisitorMail): Promise<void> {
  const { recipient, language: wanted } = mail;
  await enqueue(tx, visitorMail, { payload: { recipient, language: wanted, ...textOf(mail) } });
}

function textOf(mail: VisitorMail) {
  if (mail.kind === 'form_received') return visitorTexts.form_received[mail.language](mail.given);
  if (mail.kind === 'opened') return visitorTexts.opened[mail.language](mail.given);
  return visitorTexts.form_state_changed[mail.language](mail.given);
}
