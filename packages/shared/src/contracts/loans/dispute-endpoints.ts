/** Calls about disputes. */
import * as z from 'zod/mini';
import { declareEndpoints } from '../endpoint.ts';
import { attachmentId, ticketAttachments } from '../support/attachments.ts';
import * as contract from './disputes.ts';
import { idParams } from './forms.ts';

const own = { access: 'person', tag: 'p2p', params: idParams } as const;
const withPictures = { takesForm: true, limits: { bodyBytesMax: ticketAttachments.formBytesMax } } as const;
const aboutPictures =
  'JSON, or multipart/form-data with the same fields and up to five pictures in the field `file`: JPEG or PNG, each less than 2 MB. A form needs ' +
  'a confirmed e-mail address.';

export const disputeEndpoints = declareEndpoints({
  'GET /p2p/dispute/:id': {
    ...own,
    summary: 'Disputes about one’s own loan, with what both sides have shown',
    response: contract.disputeList,
    limits: { rows: 100 },
    errors: ['loan_not_found'],
  },
  'GET /p2p/dispute/:id/files/:file': {
    ...own,
    summary: 'A picture of a dispute about one’s own loan',
    params: z.extend(idParams, { file: attachmentId }),
    response: z.unknown(),
    errors: ['loan_not_found', 'not_found'],
  },
  'POST /p2p/dispute/:id/extension': {
    ...own,
    summary: 'Agree to more days for a loan in dispute, or to none any more',
    body: contract.extension,
    response: contract.dispute,
    limits: { bodyBytesMax: 4 * 1024 },
    errors: ['loan_not_found', 'dispute_not_open'],
  },
});

/** Calls that take files beside their texts. */
export const disputeUploadEndpoints = declareEndpoints({
  'POST /p2p/dispute/:id': {
    ...own,
    ...withPictures,
    summary: 'Open a dispute about one’s own loan',
    description: `While the loan runs, and seven days after. It stops nothing but the release of pledge. ${aboutPictures}`,
    body: z.nullish(contract.newDispute),
    response: contract.dispute,
    errors: ['loan_not_found', 'dispute_open', 'dispute_too_late', 'email_unverified', 'too_many_requests'],
  },
  'POST /p2p/dispute/:id/evidence': {
    ...own,
    ...withPictures,
    summary: 'Add to the open dispute about one’s own loan',
    description: aboutPictures,
    body: z.nullish(contract.newEvidence),
    response: contract.dispute,
    errors: ['loan_not_found', 'dispute_not_open', 'email_unverified', 'too_many_requests'],
  },
});
