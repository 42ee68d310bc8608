/** What requests ask for, as they keep it. */
import { createHash } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import { z } from 'zod';
import type { OperatorAction } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { canonicalJson } from '../../shards/index.ts';
import { withoutSecrets } from '../../ticker/index.ts';

/**
 * The payload as a request keeps it: with the facts that its action binds, and in the form that this release reads.
 * @throws DomainError invalid_argument: what is bound has a form that this release does not read
 */
export async function askedPayload<Payload>(
  tx: Transaction,
  action: Pick<OperatorAction<Payload, unknown, unknown>, 'payload' | 'bind'>,
  payload: Payload,
): Promise<Payload> {
  const bound = action.bind ? await action.bind(tx, payload) : payload;
  const { data, error, success } = action.payload.safeParse(bound);
  if (!success) throw new DomainError('invalid_argument', { message: z.prettifyError(error) });
  return data;
}

/**
 * The payload of a request that this release has made. One of another release may ask for what this one would leave out, or leave out what this one
 * would fill in: something else than the operators have read would be done.
 * @throws DomainError request_closed
 */
export function readPayload<Payload>(
  action: Pick<OperatorAction<Payload, unknown, unknown>, 'payload'>,
  { id, payload }: { id: number; payload: unknown },
): Payload {
  const { data, success } = action.payload.safeParse(payload);
  if (success && canonicalJson(data) === canonicalJson(payload)) return data;
  const message = `Request ${id} was made by another version of the exchange, in a form that this one reads otherwise. Reject it and make it again.`;
  throw new DomainError('request_closed', { message });
}

/** The names of a payload's facts, and of the figures in each of them. */
function factNames(payload: unknown): string[] {
  const namesIn = (facts: unknown) =>
    typeof facts === 'object' && facts !== null && !Array.isArray(facts) ? Object.entries(facts) : [];
  return namesIn(payload).flatMap(([name, fact]) => [name, ...namesIn(fact).map(([figure]) => `${name}.${figure}`)]);
}

/** Whether two payloads name the same facts, whatever these are. */
export function namesSameFacts(one: unknown, other: unknown): boolean {
  return canonicalJson(factNames(one).toSorted()) === canonicalJson(factNames(other).toSorted());
}

/** What of a payload may be shown and recorded. */
export function shownPayload(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return payload;
  const shown: Record<string, unknown> = { ...payload };
  if ('secret' in shown) shown.secret = '(not shown)';
  // Of an index source: its address and its text may hold credentials.
  for (const part of ['change', 'settings'] as const) {
    const { data } = configured.safeParse(shown[part]);
    if (data) shown[part] = { ...data, config: withoutSecrets(data.config) };
  }
  return shown;
}

const configured = z.looseObject({ config: z.record(z.string(), z.unknown()) });

export function hashOf(action: string, payload: unknown): string {
  return createHash('sha256')
    .update(`${action}\n${canonicalJson(payload)}`)
    .digest('hex');
}
