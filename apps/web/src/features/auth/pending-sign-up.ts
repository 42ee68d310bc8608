/**
 * The sign-up whose codes are still to come. It outlives a reload of the tab, because a phone may drop the page while the
 * mail is read; the password and the telephone do not: they are kept in memory, to sign in with at the end and to be read again.
 */
import { createStore, useStore } from 'zustand';
import { readOfTab, writeOfTab } from '../../platform/session-storage.ts';

export interface PendingSignUp {
  email: string;
  /** Masked; null without one. */
  phone: string | null;
  /** As it was typed, so that a mistake is seen. */
  typedPhone?: string;
  /** Of residence; whose telephone code is offered first. */
  country?: string;
  /** Ticket for the calls that send and check codes. */
  verification: string;
  password?: string;
}

const key = 'pelican.sign-up';

function restore(): PendingSignUp | null {
  try {
    return JSON.parse(readOfTab(key) ?? 'null') as PendingSignUp | null;
  } catch {
    return null;
  }
}

const pending = createStore<{ signUp: PendingSignUp | null }>()(() => ({ signUp: restore() }));

/** @param signUp null once it is done */
export function keepSignUp(signUp: PendingSignUp | null): void {
  pending.setState({ signUp });
  writeOfTab(key, signUp && JSON.stringify({ ...signUp, password: undefined, typedPhone: undefined }));
}

export function usePendingSignUp(): PendingSignUp | null {
  return useStore(pending, ({ signUp }) => signUp);
}
