/** The e-mail address of a sign-up. */
import type { PrismaClient } from '@pelican/prisma/client.ts';
import { DomainError } from '@pelican/shared/contracts';
import { markEmailVerified } from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { inPrismaTransaction } from '../../platform/database/index.ts';

/** @throws DomainError link_ended when the account has another address by now */
export async function verifyEmail(prisma: PrismaClient, userId: number, email: string): Promise<void> {
  await inPrismaTransaction(prisma, async (transaction) => {
    if (!(await markEmailVerified(transaction, userId, email))) throw new DomainError('link_ended');
    await writeNotices(transaction, [
      { userId, kind: 'email_confirmed', payload: { email }, key: `email_confirmed:${email}` },
    ]);
  });
}
