/** Calls of support: tickets of the caller, the FAQ, and forms that anybody may send. */
import * as z from 'zod/mini';
import { done } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import { applicationAttachments, ticketAttachments } from './attachments.ts';
import * as faq from './faq.ts';
import * as forms from './forms.ts';
import * as tickets from './tickets.ts';

const own = { access: 'person', tag: 'support' } as const;
const anybody = { access: 'optional', tag: 'support' } as const;
/** A text of 5,000 letters may take 20,000 bytes. */
const texts = { bodyBytesMax: 48 * 1024 } as const;
const conversation = { rows: tickets.commentsPage } as const;
const withPictures = { takesForm: true, limits: { bodyBytesMax: ticketAttachments.formBytesMax } } as const;
const aboutPictures =
  'JSON, or multipart/form-data with the same fields and up to five pictures in the field `file`: JPEG or PNG, each less than 2 MB.';

const application = {
  ...anybody,
  takesForm: true,
  limits: { bodyBytesMax: applicationAttachments.formBytesMax },
  headers: forms.applicationHeaders,
  response: forms.formReceived,
  errors: ['captcha_failed', 'email_unverified', 'too_many_requests'],
} as const;
const aboutApplication =
  'JSON, or multipart/form-data with the same fields and up to five files in the field `file`: PDF, PNG or JPEG, each of 5 MB at most. A PDF has no ' +
  "scripts, forms that send, embedded files or encryption. In a form the solution of a visitor's captcha stands in the header X-Captcha: it is checked " +
  'before the form is read. A form of an account needs a confirmed e-mail address.';

const aboutEmail = 'A form needs a confirmed e-mail address.';

export const supportEndpoints = declareEndpoints({
  'GET /v2/support': {
    ...own,
    summary: 'The caller’s tickets, the last changed first',
    query: tickets.ticketsQuery,
    response: tickets.ticketsResponse,
    limits: { rows: 'page' },
  },
  'GET /v2/support/:id': {
    ...own,
    summary: 'A ticket with its comments',
    params: tickets.rowParams,
    query: tickets.conversationQuery,
    response: tickets.ticketDetails,
    limits: conversation,
    errors: ['not_found'],
  },
  'GET /v2/support/:id/files/:file': {
    ...own,
    summary: 'The content of a picture of a ticket',
    params: tickets.fileParams,
    response: z.unknown(),
    errors: ['not_found'],
  },
  'GET /v2/support/chat': {
    ...own,
    summary: 'The caller’s chat with support, open or ended, or null',
    description: 'A ticket that is marked as a chat. `support.update` of the socket says when it has changed.',
    query: tickets.languageQuery,
    response: tickets.chatResponse,
    limits: conversation,
  },
  'POST /v2/support/chat': {
    ...own,
    summary: 'Write to support in the chat',
    description:
      'Adds to the open chat, of which there is one at most, or begins one: that takes a ticket of the ten a day. The same text, sent again within minutes, is the same message.',
    query: tickets.languageQuery,
    body: tickets.commentRequest,
    response: tickets.ticketDetails,
    limits: texts,
    errors: ['ticket_closed', 'too_many_requests'],
  },
  'POST /v2/support/status/:id': {
    ...own,
    summary: 'Cancel a ticket, say that it is fixed, or open it again',
    description: 'A chat that is opened again is an ordinary ticket.',
    params: tickets.rowParams,
    query: tickets.languageQuery,
    body: tickets.statusRequest,
    response: tickets.ticketDetails,
    errors: ['not_found', 'status_refused'],
  },
  'DELETE /v2/support/:id': {
    ...own,
    summary: 'Take a ticket out of the list',
    description: 'One that is open is cancelled. Support keeps it.',
    params: tickets.rowParams,
    response: done,
    errors: ['not_found', 'too_many_requests'],
  },
  'GET /v2/support/category': {
    ...anybody,
    access: 'open',
    summary: 'What tickets may be about',
    query: tickets.languageQuery,
    response: tickets.categoriesResponse,
  },
  'GET /v2/support/status': {
    ...anybody,
    access: 'open',
    summary: 'The statuses of tickets',
    response: tickets.statusesResponse,
  },
  'GET /v2/common/languages': {
    ...anybody,
    access: 'open',
    summary: 'The languages of the FAQ and the chat',
    response: tickets.languagesResponse,
  },
  'GET /v2/faq': {
    ...anybody,
    access: 'open',
    summary: 'Questions and answers',
    query: faq.faqQuery,
    response: faq.faqResponse,
  },
  'POST /v2/feedback': {
    ...anybody,
    summary: 'Write to the exchange',
    body: forms.feedbackRequest,
    response: forms.formReceived,
    limits: texts,
    errors: ['captcha_failed', 'too_many_requests'],
  },
  'POST /v2/notifyUser': {
    ...anybody,
    summary: 'Ask for a mail when a market or a feature opens',
    body: forms.notifyRequest,
    response: forms.watchReceived,
    errors: ['captcha_failed', 'too_many_requests'],
  },
});

/** Calls that take files beside their texts. */
export const supportUploadEndpoints = declareEndpoints({
  'POST /v2/support': {
    ...own,
    ...withPictures,
    summary: 'Write to support',
    description: `10 tickets a day. The same text with the same files, sent again within minutes, is the same ticket. ${aboutPictures} ${aboutEmail}`,
    query: tickets.languageQuery,
    body: z.nullish(tickets.ticketRequest),
    response: tickets.ticketDetails,
    errors: ['email_unverified', 'too_many_requests'],
  },
  'POST /v2/support/comment/:id': {
    ...own,
    ...withPictures,
    summary: 'Add a comment to a ticket',
    description: `${aboutPictures} ${aboutEmail}`,
    params: tickets.rowParams,
    query: tickets.languageQuery,
    body: z.nullish(tickets.commentRequest),
    response: tickets.ticketDetails,
    errors: ['not_found', 'ticket_closed', 'email_unverified', 'too_many_requests'],
  },
  'POST /v2/applyToList': {
    ...application,
    summary: 'Apply for the listing of a coin',
    description: `${aboutApplication} Each of \`exchange_links\` has a line of its own there.`,
    body: z.nullish(forms.listingRequest),
  },
  'POST /v2/applyToPartnership': {
    ...application,
    summary: 'Apply for a partnership',
    description: aboutApplication,
    body: z.nullish(forms.partnershipRequest),
  },
});
