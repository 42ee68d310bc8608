import { setTimeout as delay } from 'node:timers/promises';
import { say } from './log.ts';

const sayEveryMs = 15_000;

/** Waits until GET /health answers 200; logs from time to time what it answers instead. */
export async function awaitHealth(url: string, signal: AbortSignal): Promise<void> {
  let saidAt = performance.now();
  while (!signal.aborted) {
    const answer = await ask(url);
    if (answer.healthy) return;
    if (performance.now() - saidAt > sayEveryMs) {
      say(`Not ready yet: ${answer.text}`);
      saidAt = performance.now();
    }
    await delay(50, undefined, { signal }).catch(() => undefined);
  }
}

async function ask(url: string): Promise<{ healthy: boolean; text: string }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3_000) });
    const body = (await response.text()).slice(0, 500);
    return { healthy: response.status === 200, text: `/health answers ${response.status} ${body}` };
  } catch (error) {
    const { cause, message } = error as Error;
    return { healthy: false, text: `the API does not answer (${cause instanceof Error ? cause.message : message})` };
  }
}

/** The address under which a server listening on this host answers on the machine itself. */
export function loopback(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
