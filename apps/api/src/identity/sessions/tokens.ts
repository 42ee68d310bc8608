/** The signed tokens: access tokens, socket tokens and the links in mails. */
import { createSecretKey } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import { jwtVerify, SignJWT } from 'jose';

/**
 * What a token is good for: `api` is an access token, `socket` opens the private streams and nothing else, `confirm` confirms an e-mail, `verify`
 * names the account of a sign-up, `recover` sets a new password, `stop_recovery` ends a recovery of factors.
 */
export type TokenUse = 'api' | 'socket' | 'confirm' | 'verify' | 'recover' | 'stop_recovery';

export interface TokenClaims {
  userId: number;
  /** The session for access and socket tokens, the e-mail for confirmations, a digest of the password for sign-ups and recoveries, the recovery of factors that is to be stopped. */
  subject: string;
  expiresAtMs: number;
}

export interface Tokens {
  sign(use: TokenUse, claims: { userId: number; subject: string; lifeSeconds: number }): Promise<string>;
  /** @throws DomainError invalid_token when forged, ended or made for another use */
  verify(token: string, uses: TokenUse[]): Promise<TokenClaims & { use: TokenUse }>;
}

const issuer = 'pelican';

/** Tokens under HMAC-SHA256: the API's processes both sign and verify, so there is nothing to publish. */
export function createTokens(secret: string, now: () => number = Date.now): Tokens {
  const key = createSecretKey(Buffer.from(secret, 'utf8'));
  return {
    sign(use, { userId, subject, lifeSeconds }) {
      const issuedAt = Math.floor(now() / 1000);
      return new SignJWT({ sid: subject })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(issuer)
        .setAudience(use)
        .setSubject(String(userId))
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifeSeconds)
        .sign(key);
    },
    async verify(token, uses) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer,
          audience: uses,
          requiredClaims: ['sub', 'sid', 'exp'],
          currentDate: new Date(now()),
        });
        return {
          use: payload.aud as TokenUse,
          userId: Number(payload.sub),
          subject: String(payload.sid),
          expiresAtMs: (payload.exp as number) * 1000,
        };
      } catch (error) {
        throw new DomainError('invalid_token', { cause: error });
      }
    },
  };
}
