/** Calls of identity verification. */
import { done } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import { formBytesMax } from './documents.ts';
import { globalInfo, indianInfo } from './personal-info.ts';
import * as contract from './schemas.ts';

const own = { access: 'person', tag: 'kyc' } as const;
const begun = { ...own, response: contract.submitted, errors: ['kyc_state', 'too_many_requests'] } as const;
const form = {
  ...begun,
  errors: ['kyc_state', 'email_unconfirmed', 'request_timeout', 'too_many_requests'],
  takesForm: true,
  limits: { bodyBytesMax: formBytesMax },
  description:
    'multipart/form-data. Files are JPEG of less than 2 MB, `selfie` also PNG, `video` MP4 or WebM of at most 8 MB. A field of a file is ' +
    'the kind and the side of the document: passport_front, idCard_front, idCard_back, driversLicense_front, driversLicense_back, ' +
    'aadhaar_front, aadhaar_back, pan_front, pan_back, pan. Texts beside them: `type`, `number` and `issuing_country`; in India `panType` (card, ePan), ' +
    '`number` (PAN) and `adhaarNumber`.',
} as const;
const redo = { ...begun, summary: 'Begin again after a refusal' } as const;
const redoByGet = {
  ...redo,
  description: 'As POST, for older clients: demands the X-CSRF-Token header of the session.',
} as const;

export const kycEndpoints = declareEndpoints({
  'GET /v2/kyc/status': { ...own, summary: 'How far the verification is', response: contract.kycStatus },
  'GET /v2/kyc/documents': { ...own, summary: 'Documents that were sent', response: contract.ownDocuments },
  'GET /v2/kyc/documents-indian': {
    ...own,
    summary: 'Documents that were sent, India',
    response: contract.ownDocuments,
  },
  'GET /v2/kyc/get-videoKYC-status': { ...own, summary: 'How far the video is', response: contract.videoStatus },
  'GET /v2/kyc/redoKyc': redoByGet,
  'GET /v2/kyc/intl-redoKyc': redoByGet,
  'POST /v2/kyc/redoKyc': redo,
  'POST /v2/kyc/intl-redoKyc': redo,
  'POST /v2/kyc/passport': { ...begun, summary: 'Personal details', body: globalInfo },
  'POST /v2/kyc/passport-indian': { ...begun, summary: 'Personal details, India', body: indianInfo },
  'POST /v2/kyc/update-passport-indian': {
    ...begun,
    summary: 'Personal details that were asked for again, India',
    body: indianInfo,
  },
  'POST /v2/kyc/store-indian-customer': { ...begun, summary: 'Begin the verification of India' },
  'POST /v2/kyc/getdataforKYC': { ...own, summary: 'What the forms of India begin with', response: contract.ownData },
  'POST /v2/kyc/intlGetdataforKYC': { ...own, summary: 'What the forms begin with', response: contract.ownData },
});

/** Calls of the provider of India, which signs them. */
export const kycProviderEndpoints = declareEndpoints({
  'POST /v2/indian-kyc-response': {
    access: 'open',
    tag: 'kyc',
    summary: 'The result of the India provider',
    description:
      'X-KYC-Signature is the HMAC-SHA256 in hex of `<X-KYC-Timestamp>.<body>` with the shared secret; the timestamp (Unix seconds) may be ' +
      'five minutes off. A repeat of an event_id changes nothing. The result is a check of the case: an operator decides. A token is for what ' +
      'the case said when it was read: a `passed` that comes after names or numbers have changed counts for nothing.',
    body: contract.providerResponse,
    response: done,
    errors: ['invalid_signature', 'not_found'],
  },
});

/** Forms with files: their routes take no JSON. */
export const kycUploadEndpoints = declareEndpoints({
  'POST /v2/kyc/documents': { ...form, summary: 'Send documents, selfie or video' },
  'POST /v2/kyc/documents-indian': { ...form, summary: 'Send documents, selfie or video, India' },
  'POST /v2/kyc/update-documents': { ...form, summary: 'Send what was asked for again' },
  'POST /v2/kyc/update-documents-indian': { ...form, summary: 'Send what was asked for again, India' },
});
