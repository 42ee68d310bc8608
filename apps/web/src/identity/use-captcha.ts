import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { captchaQuery } from '../api/auth.ts';

function solutionQuery(challenge: unknown) {
  return queryOptions({
    queryKey: ['captcha-solution', challenge],
    queryFn: async () => (await import('./captcha.ts')).solveCaptcha(challenge),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export type CaptchaState = 'none' | 'working' | 'solved' | 'failed';

/** The solution for one call; undefined where none is demanded. A server that demands one says so itself. */
export async function takeCaptcha(client: QueryClient): Promise<string | undefined> {
  const captcha = await client.ensureQueryData(captchaQuery).catch(() => undefined);
  if (!captcha?.required) return undefined;
  const solved = await client.ensureQueryData(solutionQuery(captcha.challenge)).catch(() => undefined);
  // It counts once: the next try needs another.
  void client.invalidateQueries({ queryKey: captchaQuery.queryKey });
  return solved;
}

/** The captcha of a form: solved in the background while the form is filled in. @param isAsked whether the server may demand one */
export function useCaptcha(isAsked = true) {
  const client = useQueryClient();
  const { data } = useQuery({ ...captchaQuery, enabled: isAsked });
  const isDue = isAsked && (data?.required ?? false);
  const solution = useQuery({ ...solutionQuery(data?.challenge ?? null), enabled: isDue });
  const states = { pending: 'working', success: 'solved', error: 'failed' } as const;
  const state: CaptchaState = isDue ? states[solution.status] : 'none';
  return { state, take: async () => (isAsked ? takeCaptcha(client) : undefined) };
}
