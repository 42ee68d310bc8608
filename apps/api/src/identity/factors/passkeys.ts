/**
 * Passkeys (WebAuthn). The site is PUBLIC_URL: its host is the RP ID, and a browser answers for https, or for localhost. The browser is always
 * asked to verify its user (by finger, face or PIN), so that a passkey is two factors in one.
 * A challenge is a key of Redis for five minutes, taken out by the first answer.
 */

import { DomainError } from '@pelican/shared/contracts';
import type { FactorCode, PasskeyView } from '@pelican/shared/contracts/auth';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Redis } from 'ioredis';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import type { SignInMethod } from '../sessions/repository.ts';
import { findSettledPasskeys } from './recent-factors.ts';

const challengeSeconds = 5 * 60;
const siteName = 'Pelican';
/**
 * EdDSA, ES256 and RS256, the strongest first. The library would put ML-DSA before them, which new browsers then choose: Node's support of it is
 * experimental.
 */
const algorithms = [-8, -7, -257];

export interface PasskeyDeps {
  pool: Queryable;
  redis: Pick<Redis, 'set' | 'getdel'>;
  publicUrl: string;
}

/** Options for the browser's own API, in JSON. */
type BrowserOptions = Record<string, unknown>;

export interface NewCredential {
  id: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  isBackedUp: boolean;
  isDeviceBound: boolean;
}

export interface PasskeyOwner {
  userId: number;
  methods: SignInMethod[];
}

export interface Passkeys {
  /** @param binding who is asked, and alone may answer @throws DomainError passkeys_unavailable */
  creationOptions(binding: string, user: { id: number; email: string }): Promise<BrowserOptions>;
  /** What the browser has made for these options. @throws DomainError passkey_refused, passkeys_unavailable */
  readNew(binding: string, response: RegistrationResponseJSON): Promise<NewCredential>;
  /**
   * Asks for a passkey of a user, or without one for any passkey of this site.
   * @param asked.isSettled of those alone that a recovery of the password takes
   * @throws DomainError passkeys_unavailable
   */
  requestOptions(binding: string, asked?: { userId: number; isSettled?: boolean }): Promise<BrowserOptions>;
  /** Whose passkey has signed the challenge of these options, which it does once; undefined when none has. */
  verify(binding: string, answer: FactorCode): Promise<PasskeyOwner | undefined>;
}

interface Challenge {
  value: string;
  /** Of the passkeys that may answer; absent where any may. */
  ids?: string[];
}

interface StoredPasskey {
  userId: string;
  publicKey: Buffer;
  counter: string;
  transports: string[];
  isDeviceBound: boolean;
}

export function createPasskeys({ pool, redis, publicUrl }: PasskeyDeps): Passkeys {
  const site = siteOf(publicUrl);

  /** @throws DomainError passkeys_unavailable */
  function demandSite() {
    if (!site) throw new DomainError('passkeys_unavailable');
    return site;
  }

  async function keepChallenge(kind: 'create' | 'get', binding: string, challenge: Challenge): Promise<void> {
    await redis.set(keyOf(kind, binding), writeChallenge(challenge), 'EX', challengeSeconds);
  }

  async function takeChallenge(kind: 'create' | 'get', binding: string): Promise<Challenge | undefined> {
    const text = await redis.getdel(keyOf(kind, binding));
    return text === null ? undefined : readChallenge(text);
  }

  return {
    async creationOptions(binding, { id, email }) {
      const { rpID } = demandSite();
      const options = await generateRegistrationOptions({
        rpName: siteName,
        rpID,
        userName: email,
        userID: handleOf(id),
        excludeCredentials: await credentialsOf(pool, id),
        supportedAlgorithmIDs: algorithms,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await keepChallenge('create', binding, { value: options.challenge });
      return { ...options };
    },

    async readNew(binding, response) {
      const { rpID, origin } = demandSite();
      const challenge = await takeChallenge('create', binding);
      if (!challenge) throw new DomainError('passkey_refused');
      const { registrationInfo } = await verifyRegistrationResponse({
        response,
        expectedChallenge: challenge.value,
        expectedOrigin: origin,
        supportedAlgorithmIDs: algorithms,
        expectedRPID: rpID,
      }).catch((cause: unknown) => {
        throw new DomainError('passkey_refused', { cause });
      });
      if (!registrationInfo) throw new DomainError('passkey_refused');
      const { credential, credentialBackedUp, credentialDeviceType } = registrationInfo;
      return {
        id: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: [...(credential.transports ?? [])],
        isBackedUp: credentialBackedUp,
        isDeviceBound: credentialDeviceType === 'singleDevice',
      };
    },

    async requestOptions(binding, asked) {
      const { rpID } = demandSite();
      const allowCredentials = asked && (await askedOf(pool, asked));
      const options = await generateAuthenticationOptions({
        rpID,
        userVerification: 'required',
        ...(allowCredentials ? { allowCredentials } : {}),
      });
      const ids = allowCredentials?.map(({ id }) => id);
      await keepChallenge('get', binding, { value: options.challenge, ...(ids ? { ids } : {}) });
      return { ...options };
    },

    async verify(binding, answer) {
      if (!site || typeof answer === 'string') return undefined;
      const challenge = await takeChallenge('get', binding);
      if (!challenge || challenge.ids?.includes(answer.id) === false) return undefined;
      const stored = await findPasskey(pool, answer.id);
      if (!stored) return undefined;
      const { userHandle } = answer.response;
      if (userHandle && userHandle !== handleText(Number(stored.userId))) return undefined;
      const verified = await verifyAuthenticationResponse({
        response: { ...answer, response: { ...answer.response } } as never,
        expectedChallenge: challenge.value,
        expectedOrigin: site.origin,
        expectedRPID: site.rpID,
        credential: {
          id: answer.id,
          publicKey: new Uint8Array(stored.publicKey),
          counter: Number(stored.counter),
          transports: stored.transports,
        },
      }).catch(() => undefined);
      if (!verified?.verified) return undefined;
      const { newCounter, credentialBackedUp } = verified.authenticationInfo;
      if (!(await countUse(pool, answer.id, newCounter, credentialBackedUp))) return undefined;
      return { userId: Number(stored.userId), methods: [stored.isDeviceBound ? 'hwk' : 'swk', 'user'] };
    },
  };
}

/** @returns false when another one of this name is there */
export async function insertPasskey(
  tx: Transaction,
  userId: number,
  name: string,
  { id, publicKey, counter, transports, isBackedUp, isDeviceBound }: NewCredential,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO passkeys (id, user_id, name, public_key, counter, transports, is_backed_up, is_device_bound)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    [id, userId, name, publicKey, counter, transports, isBackedUp, isDeviceBound],
  );
  return rowCount === 1;
}

/** @returns its name; undefined when the user has none of this id */
export async function deletePasskey(tx: Transaction, userId: number, id: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ name: string }>(
    'DELETE FROM passkeys WHERE id = $1 AND user_id = $2 RETURNING name',
    [id, userId],
  );
  return rows[0]?.name;
}

export async function listPasskeys(db: Queryable, userId: number): Promise<PasskeyView[]> {
  const { rows } = await db.query<
    Omit<PasskeyView, 'createdAt' | 'lastUsedAt'> & { createdAt: Date; lastUsedAt: Date | null }
  >(
    `SELECT id, name, is_backed_up AS "isBackedUp", created_at AS "createdAt", last_used_at AS "lastUsedAt"
      FROM passkeys WHERE user_id = $1 ORDER BY created_at, id`,
    [userId],
  );
  return rows.map(({ createdAt, lastUsedAt, ...passkey }) => ({
    ...passkey,
    createdAt: Math.floor(createdAt.getTime() / 1000),
    lastUsedAt: lastUsedAt && Math.floor(lastUsedAt.getTime() / 1000),
  }));
}

/** An authenticator that counts its signatures never goes back: of one that was copied, the second use is refused. */
async function countUse(db: Queryable, id: string, counter: number, isBackedUp: boolean): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE passkeys SET counter = $2, is_backed_up = $3, last_used_at = now()
      WHERE id = $1 AND (counter < $2 OR counter = 0 AND $2 = 0)`,
    [id, counter, isBackedUp],
  );
  return rowCount === 1;
}

async function findPasskey(db: Queryable, id: string): Promise<StoredPasskey | undefined> {
  const { rows } = await db.query<StoredPasskey>(
    `SELECT user_id AS "userId", public_key AS "publicKey", counter, transports, is_device_bound AS "isDeviceBound"
      FROM passkeys WHERE id = $1`,
    [id],
  );
  return rows[0];
}

interface Credential {
  id: string;
  transports: string[];
}

async function credentialsOf(db: Queryable, userId: number): Promise<Credential[]> {
  const { rows } = await db.query<Credential>('SELECT id, transports FROM passkeys WHERE user_id = $1 ORDER BY id', [
    userId,
  ]);
  return rows;
}

async function askedOf(
  db: Queryable,
  { userId, isSettled = false }: { userId: number; isSettled?: boolean },
): Promise<Credential[]> {
  const all = await credentialsOf(db, userId);
  if (!isSettled) return all;
  const settled = await findSettledPasskeys(db, userId);
  return all.filter(({ id }) => settled.includes(id));
}

/** What an authenticator knows the account by. It says nothing to a finder. */
function handleOf(userId: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(`pelican:${userId}`));
}

function handleText(userId: number): string {
  return Buffer.from(handleOf(userId)).toString('base64url');
}

/** Undefined for an address that browsers make no passkeys for. */
function siteOf(publicUrl: string): { rpID: string; origin: string } | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isAddress = /^[\d.]+$|:/.test(hostname);
  return !isAddress && (protocol === 'https:' || hostname === 'localhost') ? { rpID: hostname, origin } : undefined;
}

/** A challenge that any passkey may answer is plain text, as the release before this one writes and reads it: both run during an upgrade. */
function writeChallenge(challenge: Challenge): string {
  return challenge.ids ? JSON.stringify(challenge) : challenge.value;
}

function readChallenge(text: string): Challenge {
  return text.startsWith('{') ? (JSON.parse(text) as Challenge) : { value: text };
}

function keyOf(kind: 'create' | 'get', binding: string): string {
  return `passkey:${kind}:${binding}`;
}
