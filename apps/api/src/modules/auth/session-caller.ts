import { DomainError } from '@pelican/shared/contracts';
import type { Principal } from '../../platform/http/index.ts';

/** A person in a session, at an address. */
export interface SessionCaller {
  userId: number;
  sessionId: string;
  ip: string;
}

/** The caller of a route whose access is `person`. @throws DomainError insufficient_scope for an API key */
export function sessionCallerOf({ userId, sessionId }: Principal, { ip }: { ip: string }): SessionCaller {
  if (sessionId === undefined) throw new DomainError('insufficient_scope');
  return { userId, sessionId, ip };
}
