/** Calls of operators with the permission `content`. */
import { declareEndpoints } from '../endpoint.ts';
import { submission, submissionStatuses } from '../operations/submission.ts';
import { contentImageBytesMax } from './catalog.ts';
import * as items from './items.ts';

const operators = { access: 'operator:content', tag: 'operations' } as const;
const change = { ...operators, statuses: submissionStatuses } as const;
const params = items.contentParams;
/** A picture, and what a form needs around it. */
const imageFormBytesMax = contentImageBytesMax + 64 * 1024;
/** Two languages of 20,000 letters, each of up to four bytes. */
const texts = { bodyBytesMax: 256 * 1024 } as const;

export const contentOperatorEndpoints = declareEndpoints({
  'GET /v2/ops/content': {
    ...operators,
    summary: 'What is written of a kind, the newest change first',
    query: items.contentQuery,
    response: items.contentResponse,
  },
  'GET /v2/ops/content/:id': {
    ...operators,
    summary: 'An item with all its texts and its audit records',
    params,
    response: items.contentItemDetails,
    errors: ['not_found'],
  },
  'POST /v2/ops/content': {
    ...change,
    summary: 'Write a draft',
    body: items.contentItemRequest,
    response: items.contentSubmission,
    limits: texts,
    errors: ['invalid_argument'],
  },
  'POST /v2/ops/content/:id': {
    ...change,
    summary: 'Change an item; visitors see the change of a published one at once',
    params,
    body: items.contentItemChange,
    response: items.contentSubmission,
    limits: texts,
    errors: ['not_found', 'content_changed', 'invalid_argument'],
  },
  'POST /v2/ops/content/:id/state': {
    ...change,
    summary: 'Publish, schedule, end or hide an item',
    params,
    body: items.contentStateRequest,
    response: items.contentSubmission,
    errors: ['not_found', 'content_changed'],
  },
  'DELETE /v2/ops/content/:id': {
    ...change,
    summary: 'Delete a draft that was never published',
    params,
    response: submission,
    errors: ['not_found', 'content_published'],
  },
  'POST /v2/ops/content/preview': {
    ...operators,
    summary: 'A text as visitors will see it',
    body: items.previewRequest,
    response: items.previewResponse,
    limits: texts,
  },
});

/** Calls that take files. */
export const contentUploadEndpoints = declareEndpoints({
  'POST /v2/ops/content/images': {
    ...operators,
    takesForm: true,
    summary: 'Add a picture',
    description:
      'multipart/form-data with one file in the field `file`: JPEG or PNG of at most 2 MB. It is decoded and encoded anew, 1,600 px wide or high at most; ' +
      '`image` of the answer is what an item names it by.',
    response: items.imageResponse,
    limits: { bodyBytesMax: imageFormBytesMax },
    errors: ['invalid_argument', 'malformed_form', 'body_too_large', 'too_many_requests', 'service_unavailable'],
  },
});
