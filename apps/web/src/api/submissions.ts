/**
 * One submission per click. What is under way, and the idempotency keys of requests whose outcome is unknown, live here
 * and not in a component: a form that is unmounted and mounted again finds both as they were.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from 'zustand';
import { randomId } from '../platform/random-id.ts';
import { isOutcomeUnknown } from './api-error.ts';

export interface SubmissionState {
  sending: boolean;
  /** Why the last one failed; null when it did not, or when the form has changed since. */
  error: unknown;
}

export interface Task<Request, Answer> {
  request: Request;
  /** @param key equal for equal requests until one of them is known to have succeeded */
  send: (request: Request, key: string) => Promise<Answer>;
  /** Runs before anything is sent; false sends nothing. */
  mayProceed?: () => Promise<boolean>;
}

const idle: SubmissionState = { sending: false, error: null };
const states = createStore<ReadonlyMap<string, SubmissionState>>()(() => new Map());
const underWay = new Set<string>();

interface UncertainKey {
  key: string;
  /** Unix ms of the last attempt. */
  sentMs: number;
}

/** By scope and content. A refused repetition does not prove that the first one failed, so only success removes a key. */
const uncertainKeys = new Map<string, UncertainKey>();
/** After this long the same content is meant as something new. */
const uncertainForMs = 15 * 60_000;

function setState(scope: string, state: SubmissionState): void {
  const next = new Map(states.getState());
  if (state === idle) next.delete(scope);
  else next.set(scope, state);
  states.setState(next, true);
}

function contentOf(scope: string, request: unknown): string {
  return `${scope} ${JSON.stringify(request)}`;
}

function uncertainKey(content: string): string | undefined {
  const known = uncertainKeys.get(content);
  return known && Date.now() - known.sentMs < uncertainForMs ? known.key : undefined;
}

/** Whether this request was sent before and may have taken effect. */
export function isUncertain(scope: string, request: unknown): boolean {
  return uncertainKey(contentOf(scope, request)) !== undefined;
}

async function sendWithKey<Request, Answer>(scope: string, { request, send }: Task<Request, Answer>): Promise<Answer> {
  const content = contentOf(scope, request);
  const key = uncertainKey(content) ?? randomId();
  try {
    const answer = await send(request, key);
    uncertainKeys.delete(content);
    return answer;
  } catch (error) {
    if (isOutcomeUnknown(error)) uncertainKeys.set(content, { key, sentMs: Date.now() });
    throw error;
  }
}

/**
 * Sends a request unless one of the same scope (a market and form, a position) is under way.
 * @returns the answer; null when nothing was sent
 * @throws what `send` throws; the state of the scope keeps it too
 */
export async function submitOnce<Request, Answer>(scope: string, task: Task<Request, Answer>): Promise<Answer | null> {
  if (underWay.has(scope)) return null;
  underWay.add(scope);
  try {
    if (task.mayProceed && !(await task.mayProceed())) return null;
    setState(scope, { sending: true, error: null });
    const answer = await sendWithKey(scope, task);
    setState(scope, idle);
    return answer;
  } catch (error) {
    setState(scope, { sending: false, error });
    throw error;
  } finally {
    underWay.delete(scope);
  }
}

/** Forgets the error of a scope: the form has changed. */
export function clearSubmission(scope: string): void {
  if (states.getState().get(scope)?.sending === false) setState(scope, idle);
}

/** The state of a scope. A refusal is forgotten with the form that shows it; what is under way is not. */
export function useSubmissionState(scope: string): SubmissionState {
  useEffect(() => () => clearSubmission(scope), [scope]);
  return useSyncExternalStore(states.subscribe, () => states.getState().get(scope) ?? idle);
}
