/** Calls of operators about the texts of the client. */
import { declareEndpoints } from '../endpoint.ts';
import { submission, submissionStatuses } from '../operations/submission.ts';
import * as texts from './schemas.ts';

const operators = { access: 'operator:content', tag: 'operations' } as const;
const change = { ...operators, params: texts.textParams, response: submission, statuses: submissionStatuses } as const;

export const textsOperatorEndpoints = declareEndpoints({
  'GET /v2/ops/texts': {
    ...operators,
    summary: 'Texts of the client by language, area and words, with what operators have changed of them',
    query: texts.textsQuery,
    response: texts.textsResponse,
  },
  'GET /v2/ops/texts/:id': {
    ...operators,
    summary: 'A text with its original, the English one and its audit records',
    params: texts.textParams,
    response: texts.textDetails,
    errors: ['not_found'],
  },
  'POST /v2/ops/texts/:id': {
    ...change,
    summary: 'Put another text in place of one of a catalogue; visitors see it with the next page that they load',
    body: texts.textChange,
    errors: ['not_found', 'content_changed', 'invalid_argument'],
  },
  'POST /v2/ops/texts/:id/original': {
    ...change,
    summary: 'Put the original back, or delete the change of a text that is no more',
    body: texts.textReturn,
    errors: ['not_found', 'content_changed'],
  },
});
