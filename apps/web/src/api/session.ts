/**
 * Who is signed in. The access token lives in memory; the refresh token is a cookie that no script can read, so a reload
 * gets a new access token with it. All tabs share one refresh: a lock lets one through and the rest use its result. See
 * docs/decisions/0010-where-the-browser-keeps-tokens.md.
 */
import type { RefreshResponse } from '@pelican/shared/contracts/auth';
import { createStore, useStore } from 'zustand';
import { serverNow } from '../platform/clock.ts';
import { isStorageBlocked, readStored, writeStored } from '../platform/storage.ts';
import { ApiError } from './api-error.ts';
import { sendForTokens } from './token-calls.ts';
import { forgetCsrfToken } from './transport.ts';

export type SessionStatus = 'restoring' | 'signedIn' | 'anonymous';

interface AccessToken {
  token: string;
  /** Unix ms. */
  expiresAtMs: number;
}

/** No secret: whether the next page load asks for a token. */
const hintKey = 'pelican.session';
const refreshBeforeMs = 15_000;
const lockName = 'pelican.refresh';

let access: AccessToken | null = null;
let refreshing: Promise<string | null> | null = null;
// Where nothing can be stored only the server knows whether the cookie is there: it is asked once.
if (isStorageBlocked()) writeStored(hintKey, '1');
export const sessionStatus = createStore<SessionStatus>()(() => (readStored(hintKey) ? 'restoring' : 'anonymous'));

type TabMessage = { kind: 'token'; access: AccessToken } | { kind: 'signedOut' };
const otherTabs = openChannel('pelican.session');
otherTabs?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  if (data.kind === 'signedOut') end();
  else adopt(data.access);
});

/** Browsers that block storage may refuse it: each tab is then for itself. */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

function adopt(next: AccessToken): void {
  access = next;
  sessionStatus.setState('signedIn', true);
}

function end(): void {
  access = null;
  sessionStatus.setState('anonymous', true);
}

function isFresh(token: AccessToken | null): token is AccessToken {
  return token !== null && token.expiresAtMs - serverNow() > refreshBeforeMs;
}

/** Takes the answer of a sign-in or a refresh. */
export function startSession(tokens: RefreshResponse): void {
  const next = { token: tokens.access_token, expiresAtMs: tokens.token_expire * 1000 };
  writeStored(hintKey, '1');
  adopt(next);
  otherTabs?.postMessage({ kind: 'token', access: next } satisfies TabMessage);
}

/** Removes the session here and in the other tabs; the server keeps it. */
export function endSession(): void {
  writeStored(hintKey, null);
  forgetCsrfToken();
  end();
  otherTabs?.postMessage({ kind: 'signedOut' } satisfies TabMessage);
}

let onRefused: () => void = () => {};

/** @param listener is called when the server ends a session that was in use */
export function onSessionRefused(listener: () => void): void {
  onRefused = listener;
}

async function withLock<Result>(work: () => Promise<Result>): Promise<Result> {
  // Locks exist on https and localhost only, and may be refused with storage; then each tab refreshes for itself.
  if (!('locks' in navigator)) return work();
  let result: Promise<Result> | undefined;
  try {
    return await navigator.locks.request(lockName, () => {
      result = work();
      return result;
    });
  } catch (error) {
    if (result === undefined) return work();
    throw error;
  }
}

async function refresh(refused: string | null): Promise<string | null> {
  return withLock(async () => {
    // Another tab may have refreshed while this one waited.
    if (isFresh(access) && access.token !== refused) return access.token;
    try {
      startSession(await sendForTokens('POST /v2/apirefreshToken', {}));
      return access === null ? null : (access as AccessToken).token;
    } catch (error) {
      // A refusal ends the session. A network or server failure does not: the next call tries again.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) {
        const wasInUse = sessionStatus.getState() === 'signedIn';
        endSession();
        if (wasInUse) onRefused();
        return null;
      }
      if (sessionStatus.getState() === 'restoring') sessionStatus.setState('anonymous', true);
      throw error;
    }
  });
}

/**
 * An access token that is good for 15 s at least, or null when signed out. Refreshes if necessary.
 * @param refused a token the server has just refused although it looked fresh
 * @throws ApiError when a refresh fails for another reason than an ended session
 */
export async function accessToken(refused: string | null = null): Promise<string | null> {
  if (isFresh(access) && access.token !== refused) return access.token;
  if (access === null && !readStored(hintKey)) return null;
  refreshing ??= refresh(refused).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/** Begins to restore the session of an earlier page load. */
export function restoreSession(): void {
  if (sessionStatus.getState() === 'restoring') accessToken().catch(() => sessionStatus.setState('anonymous', true));
}

/** Calls `listener` at each sign-in and sign-out, here or in another tab. Returns a function that removes it. */
export const onSessionChange = sessionStatus.subscribe;

export function useSession(): { status: SessionStatus; isSignedIn: boolean } {
  const status = useStore(sessionStatus);
  return { status, isSignedIn: status === 'signedIn' };
}
