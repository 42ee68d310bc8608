/**
 * The proof that a mailbox is its account's: a link, and a code for those who read mail elsewhere. The link's token is signed and names
 * the password that it replaces, so that it is good once: with the next password it ends, as all others do.
 */
import { createHash } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import type { FactorName } from '@pelican/shared/contracts/auth';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { findSecondFactors, type MessageCodes, type Tokens } from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { inTransaction, recordAudit } from '../../platform/database/index.ts';
import { findOwner, type Owner } from './repository.ts';

const lifeSeconds = 30 * 60;
/** Answers to codes of one e-mail in a day, whatever codes were sent meanwhile; then the link alone is left. */
const answersMax = 20;
const answersSeconds = 86_400;

/** KEYS: the count. ARGV: seconds to keep it. */
const countScript = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return count`;

export interface RecoveryDeps {
  pool: pg.Pool;
  redis: Pick<Redis, 'eval'>;
  tokens: Tokens;
  codes: MessageCodes;
}

export interface Recovery {
  /** Writes the mail where somebody has the e-mail; within a minute of the last one it writes none. */
  mail(email: string, ip: string): Promise<void>;
  /** @throws DomainError code_wrong */
  changeCode(email: string, code: string): Promise<{ token: string; factors: FactorName[] }>;
  /** The account whose password the token may replace. @throws DomainError link_ended */
  ownerOf(token: string): Promise<Owner>;
}

export function createRecovery({ pool, redis, tokens, codes }: RecoveryDeps): Recovery {
  const codeUseOf = (email: string) => ({ purpose: 'recovery', binding: email }) as const;

  function tokenFor({ id, passwordHash }: Owner): Promise<string> {
    return tokens.sign('recover', { userId: id, subject: digestOf(passwordHash), lifeSeconds });
  }

  return {
    async mail(email, ip) {
      const owner = await findOwner(pool, { email });
      if (!owner) return;
      const issued = await codes.issue({ ...codeUseOf(email), to: email, userId: owner.id, ip }).catch(unlessTooMany);
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

    async changeCode(email, code) {
      const answers = `recovery-answers:${createHash('sha256').update(email).digest('base64url')}`;
      const count = Number(await redis.eval(countScript, 1, answers, answersSeconds));
      const isRight = count <= answersMax && (await codes.spend(codeUseOf(email), code)) !== undefined;
      const owner = isRight ? await findOwner(pool, { email }) : undefined;
      if (!owner) throw new DomainError('code_wrong', { fields: { code: ['The code is wrong or has expired'] } });
      return { token: await tokenFor(owner), factors: await findSecondFactors(pool, owner.id) };
    },

    async ownerOf(token) {
      const { userId, subject } = await tokens.verify(token, ['recover']).catch((cause: unknown) => {
        throw new DomainError('link_ended', { cause });
      });
      const owner = await findOwner(pool, { id: userId });
      if (!owner || digestOf(owner.passwordHash) !== subject) throw new DomainError('link_ended');
      return owner;
    },
  };
}

function unlessTooMany(error: unknown): undefined {
  if (error instanceof DomainError && error.code === 'too_many_requests') return;
  throw error;
}

function digestOf(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url');
}
