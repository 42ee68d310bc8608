/** Mails to addresses that belong to no account: of people who have sent a form. The worker writes and sends them. */
import { z } from 'zod';
import { declareJob, enqueue } from '../jobs/index.ts';
import type { Transaction } from '../platform/database/index.ts';

const visitorMailText = z.object({
  recipient: z.string(),
  title: z.string(),
  text: z.string(),
  link: z.object({ label: z.string(), path: z.string() }).optional(),
});
export type VisitorMail = z.infer<typeof visitorMailText>;

export const visitorMail = declareJob({ name: 'notices.visitor-mail', payload: visitorMailText });

/** Sends a mail once the transaction has committed. */
export async function mailVisitor(tx: Transaction, mail: VisitorMail): Promise<void> {
  await enqueue(tx, visitorMail, { payload: mail });
}
