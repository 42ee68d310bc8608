/** Refusals of any call: its form, the state of the server, its limits. */
import { declareErrors } from './error-facts.ts';

export const generalErrors = declareErrors({
  invalid_argument: { status: 422, message: 'Form is not valid', socket: 1 },
  malformed_json: { status: 400, message: 'The request body is not valid JSON', socket: 1 },
  malformed_form: { status: 400, message: 'The form could not be read', socket: 1 },
  bad_request: { status: 400, message: 'This is not valid HTTP', socket: 1 },
  headers_too_large: { status: 431, message: 'The request headers are too large', socket: 1 },
  request_timeout: { status: 408, message: 'The request did not arrive in time', socket: 1 },
  body_too_large: { status: 413, message: 'The request body is too large', socket: 1 },
  unsupported_media_type: { status: 415, message: 'The request body must be JSON', socket: 1 },
  not_found: { status: 404, message: 'Not found', socket: 4 },
  internal_error: { status: 500, message: 'Error on server', socket: 2 },
  service_unavailable: {
    status: 503,
    message: 'The service is unavailable for the moment. Nothing was changed.',
    socket: 3,
  },
  exchange_halted: {
    status: 503,
    message: 'The exchange is halted until its journal is whole again. Nothing was changed.',
    socket: 3,
  },
  outcome_unknown: {
    status: 503,
    message: 'No answer in time: your request may or may not have taken effect. Check before you try again.',
    socket: 5,
  },
  overloaded: {
    status: 503,
    message: 'No new orders are taken for the moment; cancels and closing orders are. Nothing was changed.',
    socket: 3,
    retryAfterSeconds: 2,
  },
  too_many_requests: { status: 429, message: 'Too many requests. Please slow down.', socket: 7 },
  repeated_with_other_content: { status: 409, message: 'This key was used before for something else', socket: 21 },
  out_of_range: { status: 422, message: 'The value is out of range', socket: 1 },
  command_quarantined: {
    status: 422,
    message: 'The exchange could not carry this out and has taken it out of effect. Nothing was changed.',
    socket: 1,
  },
});
