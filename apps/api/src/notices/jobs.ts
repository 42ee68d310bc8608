/** What the worker does for notices: pushes, mails and text messages. */
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Logger } from 'pino';
import { every, handle, type Job } from '../jobs/index.ts';
import { deleteOldNotices, eraseExpiredCodes } from './delete-old-notices.ts';
import { smtpSender } from './delivery/mail-server.ts';
import { type SendMessage, sendMessages } from './delivery/send-messages.ts';
import { textGateway } from './delivery/text-gateway.ts';
import { consoleTexts, textsOff } from './delivery/without-gateway.ts';
import { dispatchNotices } from './dispatch-notices.ts';
import { visitorMailOf } from './mail/notice-mail.ts';
import { insertMessage } from './messages.ts';
import { publishPush } from './pushes.ts';
import { visitorMail } from './visitor-mail.ts';

export interface NoticeJobsDeps {
  pool: pg.Pool;
  redis: Redis;
  /** Where users reach the site, without a slash at the end. */
  publicUrl: string;
  /** Without a mail server, mails are only marked as sent, and read at /dev/mailbox. */
  smtpUrl: string | undefined;
  /** Without a gateway, text messages are written to the log; in production they fail. */
  textGatewayUrl: string | undefined;
  mailFrom: string;
  /** Codes are erased from what was sent; elsewhere they are read at /dev/mailbox. */
  production?: boolean;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

const secondMs = 1_000;
const hourMs = 3_600_000;
const mailboxOnly: { send: SendMessage; close(): void } = { send: async () => undefined, close: () => undefined };

export function openNoticeJobs(deps: NoticeJobsDeps): { jobs: Job[]; close(): void } {
  const { pool, redis, publicUrl, log } = deps;
  const mail = deps.smtpUrl ? smtpSender(deps.smtpUrl, deps.mailFrom) : mailboxOnly;
  const sendText = textSender(deps);

  async function sendAll(name: 'mail' | 'text', send: SendMessage, stopping: AbortSignal): Promise<void> {
    const onFailure = ({ id }: { id: number }, error: unknown) =>
      log.error({ err: error, message: id, channel: name }, 'a message could not be sent');
    const sent = await sendMessages(pool, { name, send, erasesCodes: deps.production ?? false, onFailure }, stopping);
    if (sent > 0) log.info({ sent, channel: name }, 'messages sent');
  }

  async function dispatch(stopping: AbortSignal): Promise<void> {
    const onFailure = (notice: number, error: unknown) =>
      log.error({ err: error, notice }, 'a notice could not be dispatched');
    await dispatchNotices({ pool, publicUrl, push: (push) => publishPush(redis, push), onFailure, stopping });
  }

  return {
    jobs: [
      every(secondMs, 'dispatch-notices', dispatch),
      every(secondMs, 'send-mail', (stopping) => sendAll('mail', mail.send, stopping)),
      every(secondMs, 'send-text', (stopping) => sendAll('text', sendText, stopping)),
      handle(visitorMail, ({ payload: { recipient, language, link, ...text }, complete }) =>
        complete((tx) =>
          insertMessage(tx, {
            noticeId: null,
            channel: 'mail',
            recipient,
            ...visitorMailOf({ ...text, ...(link ? { link } : {}) }, { publicUrl, language }),
          }),
        ),
      ),
      every(hourMs, 'delete-old-notices', async () => {
        if (deps.production) await eraseExpiredCodes(pool);
        const deleted = await deleteOldNotices(pool);
        if (deleted > 0) log.info({ deleted }, 'old notices and messages deleted');
      }),
    ],
    close: () => mail.close(),
  };
}

function textSender({ textGatewayUrl, production, log }: NoticeJobsDeps): SendMessage {
  if (textGatewayUrl) return textGateway(textGatewayUrl);
  if (!production) return consoleTexts(log);
  log.warn('text messages are off: TEXT_GATEWAY_URL is not set; codes and warnings by text reach nobody');
  return textsOff;
}
