/** Text messages where no gateway is configured: shown in development, refused in production. */
import type { Logger } from 'pino';
import { PermanentFailure, type SendMessage } from './send-messages.ts';

/** Writes each message to the log of the worker; it stands at /dev/mailbox too. */
export function consoleTexts(log: Pick<Logger, 'info'>): SendMessage {
  return async ({ recipient, text }) => log.info({ recipient, text }, 'a text message');
}

/** Nothing is marked as sent that reaches nobody: operators see it among the messages that failed. */
export const textsOff: SendMessage = async () => {
  throw new PermanentFailure('text messages are off: TEXT_GATEWAY_URL is not set');
};
