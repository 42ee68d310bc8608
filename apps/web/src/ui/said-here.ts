import { announceOnPage } from './page-announcements.ts';

/** An answer may take long, and the server's notice comes beside it. */
const waitMs = 30_000;

/**
 * Before an action whose outcome the page says itself: the server's notice about it gets no toast here that says the same again.
 * It is in the notification centre, and a toast on the person's other devices.
 */
export function saidHere(...kinds: string[]): void {
  setTimeout(announceOnPage(kinds), waitMs);
}
