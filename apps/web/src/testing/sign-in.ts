import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { endSession, startSession } from '../api/session.ts';
import { questions } from '../ui/confirm.ts';
import { dismissAllToasts } from '../ui/notify.ts';
import { tokens } from './network.ts';

/** Signs a user in before each test of the file, and takes away what a test leaves. */
export function signInForEachTest(): void {
  beforeEach(() => startSession(tokens('mine')));
  afterEach(() => {
    cleanup();
    dismissAllToasts();
    endSession();
    questions.setState([], true);
    vi.unstubAllGlobals();
  });
}
