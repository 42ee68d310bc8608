/** Refusals of operators' requests. */
import { declareErrors } from '../error-facts.ts';

export const operationsErrors = declareErrors({
  request_closed: { status: 409, message: 'The request is decided, expired or another one', socket: 21 },
  figures_changed: {
    status: 409,
    message:
      'Somebody else has changed these figures since you read them. Your change was not made: look at them again.',
    socket: 21,
  },
  claimed: { status: 409, message: 'Another operator works on it', socket: 21 },
});
