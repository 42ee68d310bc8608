/**
 * Notices. A toast shows for the time the specification gives its kind; warnings and errors also stay in the notification
 * centre of the header, since an error flashes for a second only.
 */
import { createStore } from 'zustand';
import { serverNow } from '../platform/clock.ts';

export type NoticeKind = 'success' | 'warning' | 'error' | 'info';

export interface Notice {
  id: number;
  kind: NoticeKind;
  title: string | undefined;
  text: string;
  /** Unix milliseconds, of its last time */
  timeMs: number;
  /** How often it was said while it was shown. */
  count: number;
  durationMs: number;
  link: NoticeLink | undefined;
}

export interface NoticeLink {
  to: string;
  text: string;
}

export interface NoticeOptions {
  title?: string;
  /** Stays in the notification centre; the default for errors and warnings. */
  keep?: boolean;
  /** On screen; default: the kind's. */
  durationMs?: number;
  /** Where more about it is. */
  link?: NoticeLink;
}

const toastDurationsMs: Record<NoticeKind, number> = {
  success: 15_000,
  warning: 15_000,
  error: 1_000,
  info: 1_000,
};
export const toastsMax = 3;
const keptMax = 50;

/** Those whose time is not over, oldest first; the last `toastsMax` are on screen. */
export const toasts = createStore<readonly Notice[]>()(() => []);
export const keptNotices = createStore<{ notices: readonly Notice[]; unread: number }>()(() => ({
  notices: [],
  unread: 0,
}));

let nextId = 1;

function show(kind: NoticeKind, text: string, options: NoticeOptions = {}): number {
  const now = serverNow();
  const isTwin = (toast: Notice) => toast.text === text && toast.kind === kind && toast.title === options.title;
  const twin = toasts.getState().find(isTwin);
  if (twin) {
    // What is said again while it is shown is one notice: a burst of failing calls has one cause.
    const again = { ...twin, timeMs: now, count: twin.count + 1 };
    toasts.setState(
      toasts.getState().map((toast) => (toast === twin ? again : toast)),
      true,
    );
    return twin.id;
  }
  const notice: Notice = {
    id: nextId++,
    kind,
    title: options.title,
    text,
    timeMs: now,
    count: 1,
    durationMs: options.durationMs ?? toastDurationsMs[kind],
    link: options.link,
  };
  toasts.setState([...toasts.getState(), notice], true);
  if (options.keep ?? (kind === 'error' || kind === 'warning')) {
    const kept = keptNotices.getState();
    keptNotices.setState({ notices: [notice, ...kept.notices].slice(0, keptMax), unread: kept.unread + 1 }, true);
  }
  return notice.id;
}

export function dismissToast(id: number): void {
  toasts.setState(
    toasts.getState().filter((toast) => toast.id !== id),
    true,
  );
}

export function dismissAllToasts(): void {
  toasts.setState([], true);
}

export function markNoticesRead(): void {
  keptNotices.setState({ ...keptNotices.getState(), unread: 0 }, true);
}

export function forgetNotices(): void {
  keptNotices.setState({ notices: [], unread: 0 }, true);
}

export const notify = {
  success: (text: string, options?: NoticeOptions) => show('success', text, options),
  warning: (text: string, options?: NoticeOptions) => show('warning', text, options),
  error: (text: string, options?: NoticeOptions) => show('error', text, options),
  info: (text: string, options?: NoticeOptions) => show('info', text, options),
};
