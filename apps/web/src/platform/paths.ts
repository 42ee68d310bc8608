/** Addresses of the client (packages/shared/src/client-paths, which notices use too), and those of a sign-in. */
import { paths } from '@pelican/shared/client-paths';

export * from '@pelican/shared/client-paths';

/** Sign-in that comes back to `wanted`. */
export function signInPath(wanted: string): string {
  return wanted === paths.welcome ? paths.signIn : `${paths.signIn}?redirect=${encodeURIComponent(wanted)}`;
}

/** The second step of a sign-in, which goes on to where the first one would have. */
export function twoFactorPath(redirect: string | null): string {
  return redirect ? `${paths.twoFactor}?redirect=${encodeURIComponent(redirect)}` : paths.twoFactor;
}

/** The address in a redirect query when it is one of ours: a path, never another site ("//evil", "/\evil"). */
export function safeRedirect(wanted: string | null): string {
  if (!wanted || !/^\/(?![/\\])/.test(wanted)) return paths.welcome;
  return wanted;
}
