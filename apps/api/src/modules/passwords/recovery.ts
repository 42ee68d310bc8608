/**
 * The proof that a mailbox is its account's: a link, and a code for those who read mail elsewhere. The link's token is signed and names
 * the password that it replaces, so that it is good once: with the next password it ends, as all others do. The code counts with the
 * name of the request, which the asker is answered; it has 40 random bits, so that nobody guesses it who asks for mails to others.
 */
import { randomBytes } from 'node:crypto';
import { DomainError, errorTable } from '@pelican/shared/contracts';
import type pg from 'pg';
import { digestOfHash, type MessageCodes, type Tokens } from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { inTransaction, recordAudit } from '../../platform/database/index.ts';
import { unlessTooMany } from '../auth/index.ts';
import { findOwner, type Owner } from './repository.ts';

const lifeSeconds = 30 * 60;
export interface RecoveryDeps {
  pool: pg.Pool;
  tokens: Tokens;
  codes: MessageCodes;
}

/** A mail that somebody has asked for. */
export interface RecoveryAsked {
  email: string;
  /** Known to the asker alone. */
  request: string;
}

/** The name of a request: 128 random bits. */
export function newRequest(): string {
  return randomBytes(16).toString('base64url');
}

export interface Recovery {
  /** Writes the mail where somebody has the e-mail; within a minute of the last one of the request it writes none. */
  mail(asked: RecoveryAsked, ip: string): Promise<void>;
  /** @throws DomainError code_wrong */
  changeCode(asked: RecoveryAsked, code: string): Promise<{ token: string; owner: Owner }>;
  /** The account whose password the token may replace. @throws DomainError link_ended */
  ownerOf(token: string): Promise<Owner>;
}

export function createRecovery({ pool, tokens, codes }: RecoveryDeps): Recovery {
  const codeUseOf = ({ email, request }: RecoveryAsked) =>
    ({ purpose: 'recovery', binding: `${email}|${request}` }) as const;

  function tokenFor({ id, passwordHash }: Owner): Promise<string> {
    return tokens.sign('recover', { userId: id, subject: digestOfHash(passwordHash), lifeSeconds });
  }

  return {
    async mail(asked, ip) {
      const { email } = asked;
      const owner = await findOwner(pool, { email });
      if (!owner) return;
      const issued = await codes.issue({ ...codeUseOf(asked), to: email, userId: owner.id, ip }).catch(unlessTooMany);
      if (!issued) return;
      const payload = { token: await tokenFor(owner), code: issued.code };
      await inTransaction(pool, async (tx) => {
        await writeNotices(tx, [{ userId: owner.id, kind: 'password_recovery', payload }]);
        const subject = `user:${owner.id}`;
        await recordAudit(tx, { actor: 'system', action: 'user.recovery_mailed', subject, details: { ip } });
      }).catch(async (error: unknown) => {
        await issued.withdraw();
        throw error;
      });
    },

    async changeCode(asked, code) {
      const isRight = (await codes.spend(codeUseOf(asked), code)) !== undefined;
      const owner = isRight ? await findOwner(pool, { email: asked.email }) : undefined;
      if (!owner) throw new DomainError('code_wrong', { fields: { code: [errorTable.code_wrong.message] } });
      return { token: await tokenFor(owner), owner };
    },

    async ownerOf(token) {
      const { userId, subject } = await tokens.verify(token, ['recover']).catch((cause: unknown) => {
        throw new DomainError('link_ended', { cause });
      });
      const owner = await findOwner(pool, { id: userId });
      if (!owner || digestOfHash(owner.passwordHash) !== subject) throw new DomainError('link_ended');
      return owner;
    },
  };
}
