/** An e-mail address and a telephone as sign-up takes them. */
import type { PrismaClient } from '@pelican/prisma/client.ts';
import { DomainError } from '@pelican/shared/contracts';
import { canonicalPhone, markEmailVerified } from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { inPrismaTransaction } from '../../platform/database/index.ts';

/** In the form of E.164. @throws DomainError invalid_argument */
export function demandPhone(text: string): string {
  const phone = canonicalPhone(text);
  if (phone === undefined)
    throw new DomainError('invalid_argument', { fields: { phone: ['This is no number of a telephone'] } });
  return phone;
}

/** @throws DomainError link_ended when the account has another address by now */
export async function verifyEmail(prisma: PrismaClient, userId: number, email: string): Promise<void> {
  await inPrismaTransaction(prisma, async (transaction) => {
    if (!(await markEmailVerified(transaction, userId, email))) throw new DomainError('link_ended');
    await writeNotices(transaction, [
      { userId, kind: 'email_confirmed', payload: { email }, key: `email_confirmed:${email}` },
    ]);
  });
}
