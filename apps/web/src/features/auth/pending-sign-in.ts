/** The sign-in whose second step is due. In memory alone: a reload begins again with the password. */
import { createStore, useStore } from 'zustand';
import type { SignInStep } from '../../api/auth.ts';

const pending = createStore<{ step: SignInStep | null }>()(() => ({ step: null }));

export function keepSignInStep(step: SignInStep | null): void {
  pending.setState({ step });
}

export function useSignInStep(): SignInStep | null {
  return useStore(pending, ({ step }) => step);
}
