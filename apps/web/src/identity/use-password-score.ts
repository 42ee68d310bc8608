import { passwordRules } from '@pelican/shared/contracts/auth';
import { useMutation } from '@tanstack/react-query';
import { judgePassword } from '../api/auth.ts';

/** The server's score of the typed password; asked for when its field is left, since every try costs the server. */
export function usePasswordScore(typed: string) {
  const { mutate, variables, data } = useMutation({ mutationFn: judgePassword });
  return {
    /** From 0, guessed at once, to 4; null until it is known. */
    score: variables === typed && data ? data.score : null,
    judge: () => {
      if (variables !== typed && passwordRules.every((rule) => rule.test(typed))) mutate(typed);
    },
  };
}
