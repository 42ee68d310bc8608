import { untilReached } from '../api/reachability.ts';
import { accessToken, onSessionChange } from '../api/session.ts';
import { message } from '../platform/i18n.ts';
import { notify } from '../ui/notify.ts';
import type { ConnectionNotice } from './connection.ts';
import { Live } from './live.ts';
import type { EndedRecords } from './venue-feeds.ts';
import { watchVisibility } from './visibility.ts';

const feedsHiddenMs = 60_000;
const ordersHiddenMs = 5000;

function socketUrl(): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/socket`;
}

const loadEnded = async () => (await import('./ended-records.ts')).endedRecords;

/** They are looked for after a gap alone. */
const endedRecords: EndedRecords = {
  spotOrders: async (gone) => (await loadEnded()).spotOrders(gone),
  perpetualOrders: async (gone) => (await loadEnded()).perpetualOrders(gone),
  perpetualPositions: async (gone) => (await loadEnded()).perpetualPositions(gone),
};

function noticeText(notice: ConnectionNotice): string {
  return notice === 'closed' ? message('errors.socketClosed') : message('errors.authorizationTimeout');
}

/** The page's one live feed. It connects when the first part of the screen asks for data. */
export const live = new Live(
  {
    url: socketUrl,
    accessToken,
    onNotice: (notice) => notify.error(noticeText(notice), { keep: false }),
    openPolling: async (events) => (await import('./polling.ts')).openPolling(socketUrl(), events),
  },
  endedRecords,
);

let started = false;
let keepOrdersWhenHidden: () => boolean = () => false;

/** Own orders stay on in a hidden tab while this says so: the user wants notices of fills there. */
export function keepOrdersInHiddenTab(wanted: () => boolean): void {
  keepOrdersWhenHidden = wanted;
}

/** Connects, once; later calls do nothing. */
export function startLive(): void {
  if (started) return;
  started = true;
  live.start();
  onSessionChange(() => live.sessionChanged());
  // A page that reads nothing but the socket learns by it that the exchange may be away.
  live.connection.on('status', () => {
    if (live.connection.isStarted && live.connection.status === 'closed') void untilReached();
  });
  window.addEventListener('online', () => live.connection.reconnectNow());
  watchVisibility(
    feedsHiddenMs,
    () => live.pauseFeeds(true),
    () => live.pauseFeeds(false),
  );
  watchVisibility(
    ordersHiddenMs,
    () => live.pauseOrders(!keepOrdersWhenHidden()),
    () => live.pauseOrders(false),
  );
}
