/** A referral code that a browser or an app keeps until its owner signs up. */
import type { FastifyReply, FastifyRequest } from 'fastify';

const keptDays = 30;

export interface KeptReferrals {
  keep(reply: FastifyReply, code: string): void;
  read(request: FastifyRequest): string | undefined;
  forget(reply: FastifyReply): void;
}

/** @param publicUrl of the site: over https the cookie is sent over https alone */
export function createKeptReferrals(publicUrl: string): KeptReferrals {
  const secure = publicUrl.startsWith('https:');
  const name = `${secure ? '__Secure-' : ''}pelican_referral`;
  // Sent with a sign-up alone.
  const cookie = { httpOnly: true, sameSite: 'strict', secure, path: '/v2/register' } as const;
  return {
    keep: (reply, code) => void reply.setCookie(name, code, { ...cookie, maxAge: keptDays * 86_400 }),
    read: ({ cookies }) => cookies[name]?.slice(0, 32),
    forget: (reply) => void reply.clearCookie(name, cookie),
  };
}
