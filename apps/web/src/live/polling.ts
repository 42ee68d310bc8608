/** Polling as the page does it; loaded where no socket gets through. */
import type { SocketAnswers } from '@pelican/shared/contracts/system';
import { send } from '../api/transport.ts';
import type { Line, PollingEvents } from './lines.ts';
import { type AskedCall, PollingLine } from './polling-line.ts';

const probeTimeoutMs = 8_000;

async function ask(calls: readonly AskedCall[], token: string | null): Promise<SocketAnswers> {
  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` };
  return (await send({ method: 'POST', path: '/v2/socket/query', headers, body: { calls } })) as SocketAnswers;
}

/** Whether a socket opens and carries an answer. */
function probe(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    const end = (isBack: boolean) => {
      clearTimeout(timer);
      socket.close();
      resolve(isBack);
    };
    const timer = setTimeout(() => end(false), probeTimeoutMs);
    socket.addEventListener('open', () => socket.send(JSON.stringify({ id: 1, method: 'server.ping', params: [] })));
    socket.addEventListener('message', () => end(true));
    socket.addEventListener('close', () => end(false));
  });
}

/** @param url of the socket that is tried meanwhile */
export function openPolling(url: string, events: PollingEvents): Line {
  return new PollingLine({ events, ask, probe: () => probe(url) });
}
