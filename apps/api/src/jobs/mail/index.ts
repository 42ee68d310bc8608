/** The job that sends mails. */
import type pg from 'pg';
import type { Logger } from 'pino';
import { every, type IntervalJob } from '../define.ts';
import { smtpSender } from './mail-server.ts';
import { type SendMail, sendMails } from './send-mail.ts';

export interface MailDeps {
  pool: pg.Pool;
  /** Without a mail server, mails are only marked as sent, and read at /dev/mailbox. */
  smtpUrl: string | undefined;
  mailFrom: string;
  log: Pick<Logger, 'info' | 'error'>;
}

const mailboxOnly: { send: SendMail; close(): void } = { send: async () => undefined, close: () => undefined };

export function openMail({ pool, smtpUrl, mailFrom, log }: MailDeps): { jobs: IntervalJob[]; close(): void } {
  const mail = smtpUrl ? smtpSender(smtpUrl, mailFrom) : mailboxOnly;
  const onFailure = (failed: { id: number }, error: unknown) =>
    log.error({ err: error, message: failed.id }, 'a mail could not be sent');
  const sendAll = async () => {
    const sent = await sendMails(pool, mail.send, onFailure);
    if (sent > 0) log.info({ sent }, 'mails sent');
  };
  return { jobs: [every(1_000, 'send-mail', sendAll)], close: () => mail.close() };
}
