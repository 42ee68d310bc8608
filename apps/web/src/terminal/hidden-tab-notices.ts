import { useTerminalSettings } from './terminal-settings.ts';

/** Whether this user wants browser notifications while the tab is hidden, and the browser allows them. */
export function mayNotify(): boolean {
  return (
    useTerminalSettings.getState().notifyWhenHidden &&
    typeof Notification === 'function' &&
    Notification.permission === 'granted'
  );
}

/**
 * A browser notification, if the tab is hidden and this user wants them.
 * @param event names what happened: several hidden tabs with the same name show one notification
 */
export function notifyWhenHidden(event: string, title: string, body: string): void {
  if (document.hidden && mayNotify()) new Notification(title, { body, tag: event });
}
