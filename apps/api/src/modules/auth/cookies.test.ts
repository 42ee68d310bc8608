import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { createSessionCookies } from './cookies.ts';

/** A reply that keeps what is set: name to value and options. */
function keepingReply() {
  const kept = new Map<string, { value: string; secure?: boolean; path?: string; httpOnly?: boolean }>();
  const reply = {
    setCookie: (name: string, value: string, options: object) => kept.set(name, { value, ...options }),
    header: () => reply,
  };
  return { reply: reply as unknown as FastifyReply, kept };
}

test('over https the names demand what a browser has to hold to', () => {
  const cookies = createSessionCookies({ secure: true, maxAgeSeconds: 60 });
  const { reply, kept } = keepingReply();
  cookies.setRefresh(reply, 'token');
  cookies.setDevice(reply, 'mark');
  cookies.setCsrf(reply, 'csrf');
  expect([...kept.keys()].sort()).toEqual([
    '__Host-pelican_csrf',
    '__Secure-pelican_device',
    '__Secure-pelican_refresh',
  ]);
  for (const { secure } of kept.values()) expect(secure).toBe(true);
  expect(kept.get('__Host-pelican_csrf')?.path).toBe('/');
  const request = {
    cookies: { '__Secure-pelican_refresh': 'token', pelican_refresh: 'planted', pelican_device: 'planted' },
  } as unknown as FastifyRequest;
  expect(cookies.readRefresh(request)).toBe('token');
  expect(cookies.readDevice(request)).toBeUndefined();
});

test('without https the names have no prefix, which a browser would refuse', () => {
  const cookies = createSessionCookies({ secure: false, maxAgeSeconds: 60 });
  const { reply, kept } = keepingReply();
  cookies.setRefresh(reply, 'token');
  expect([...kept.keys()]).toEqual(['pelican_refresh']);
  expect(cookies.readRefresh({ cookies: { pelican_refresh: 'token' } } as unknown as FastifyRequest)).toBe('token');
});
