import { createTransport } from 'nodemailer';
import type { SendMessage } from './send-messages.ts';

/** A mail server that does not answer holds up the other mails no longer than this. */
const connectTimeoutMs = 10_000;
const answerTimeoutMs = 30_000;

/** Sends through an SMTP server; the message id is fixed, so that receivers recognise a mail that was sent twice. */
export function smtpSender(smtpUrl: string, from: string): { send: SendMessage; close(): void } {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: answerTimeoutMs,
  });
  return {
    async send({ id, recipient, subject, text, html }) {
      await transport.sendMail({
        from,
        to: recipient,
        subject,
        text,
        ...(html === null ? {} : { html }),
        messageId: `<message-${id}@pelican>`,
      });
    },
    close: () => transport.close(),
  };
}
