/** What every call of an operator that changes something answers: it is done, or another operator is asked to approve it. */
import * as z from 'zod/mini';

/** What waits for a second operator; the status of the answer is 202. */
export const requested = z.object({
  status: z.literal('requested'),
  request: z.object({ id: z.number(), action: z.string(), hash: z.string(), expires: z.number() }),
});
export type Requested = z.infer<typeof requested>;

/** Of an action that is done. The brand is given by the function that submits actions: a handler cannot say so without its answer. */
const submittedStatus = z.literal('done').brand<'submitted'>();
export type SubmittedStatus = z.output<typeof submittedStatus>;

/** The answer of a call whose action is done at once, with these fields, or asked for. */
export function submissionOf<const Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.discriminatedUnion('status', [z.object({ status: submittedStatus, ...shape }), requested]);
}

/** Of a call that says no more. */
export const submission = submissionOf({});
export type Submission = z.infer<typeof submission>;
/** Declared by each of these calls. */
export const submissionStatuses = [200, 202] as const;

/** The answer of a call that submits no action, such as a claim, with these fields. */
export function doneOf<const Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.object({ status: z.literal('done'), ...shape });
}
