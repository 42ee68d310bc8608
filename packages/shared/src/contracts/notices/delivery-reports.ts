/** What the provider of mails or text messages reports of a message that it has taken. */
import * as z from 'zod/mini';
import { done } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';

/** In order: a report replaces those before it. */
export const messageOutcomes = ['delivered', 'bounced', 'complained'] as const;
export type MessageOutcome = (typeof messageOutcomes)[number];

const messageId = z.pipe(
  z.string().check(z.regex(/^(message-\d{1,18}|<?message-\d{1,18}@pelican>?)$/)),
  z.transform((text) => /\d+/.exec(text)?.[0] ?? ''),
);

/** POST /v2/delivery-reports */
export const deliveryReport = z.object({
  /** The Message-ID of a mail, or the `id` that the gateway of text messages was given. */
  message_id: messageId,
  /** As the message was addressed. */
  recipient: z.string().check(z.minLength(1), z.maxLength(254)),
  outcome: z.enum(messageOutcomes),
  /** In the provider's words. */
  reason: z._default(z.string().check(z.maxLength(500), z.regex(/^[^\p{Cc}\p{Cf}\p{Cs}]*$/u)), ''),
});
export type DeliveryReport = z.infer<typeof deliveryReport>;

export const deliveryReportEndpoints = declareEndpoints({
  'POST /v2/delivery-reports': {
    access: 'open',
    tag: 'notices',
    summary: 'What became of a mail or a text message, from its provider',
    description:
      'X-Report-Signature is the HMAC-SHA256 in hex of `<X-Report-Timestamp>.<body>` with the shared secret; the timestamp (Unix seconds) may be ' +
      'five minutes off. `message_id` is the Message-ID of the mail, or the id that the gateway was given. A repeat changes nothing, nor does ' +
      '`delivered` after `bounced`. There is no such message any more after 30 days: not_found is not to be repeated.',
    body: deliveryReport,
    response: done,
    errors: ['invalid_signature', 'not_found'],
  },
});
