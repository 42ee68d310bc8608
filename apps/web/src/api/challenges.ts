/**
 * Challenges of step-up: a call that needs a fresh proof of who is there waits until the person has answered. The layout
 * shows them one at a time.
 */
import type { Challenge } from '@pelican/shared/contracts/auth';
import { createStore } from 'zustand';

export interface OpenChallenge {
  challenge: Challenge;
  /** @param passed the answer was right; false when the person gave up */
  close: (passed: boolean) => void;
}

export const openChallenges = createStore<readonly OpenChallenge[]>()(() => []);

/** @returns whether the person has answered it */
export function askToAnswer(challenge: Challenge): Promise<boolean> {
  return new Promise((resolve) => {
    const open: OpenChallenge = {
      challenge,
      close: (passed) => {
        openChallenges.setState(
          openChallenges.getState().filter((other) => other !== open),
          true,
        );
        resolve(passed);
      },
    };
    openChallenges.setState([...openChallenges.getState(), open], true);
  });
}
