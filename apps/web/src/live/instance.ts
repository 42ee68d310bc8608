import type { ConnectionOptions } from './connection.ts';
import { Live } from './live.ts';

function socketUrl(): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/socket`;
}

type SessionSource = Pick<ConnectionOptions, 'accessToken' | 'onNotice'>;

const anonymous: SessionSource = { accessToken: async () => null, onNotice: () => undefined };
let source = anonymous;

/** The page's one live feed. It connects when the first part of the screen asks for data. */
export const live = new Live({
  url: socketUrl,
  accessToken: () => source.accessToken(),
  onNotice: (text) => source.onNotice(text),
});

/**
 * Ties the feed to the session and to the notices of the screen. The shell calls it once, at start; afterwards it calls
 * `live.sessionChanged` when somebody signs in or out or the token is renewed.
 */
export function connectSession(session: SessionSource): void {
  source = session;
}
