/** Refusals of content. */
import { declareErrors } from '../error-facts.ts';

export const contentErrors = declareErrors({
  content_changed: { status: 409, message: 'Somebody else has changed it meanwhile. Load it again.', socket: 21 },
  content_published: { status: 409, message: 'It was published already: hide it instead', socket: 21 },
});
