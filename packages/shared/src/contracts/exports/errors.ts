/** Refusals of exports. */
import { declareErrors } from '../error-facts.ts';

export const exportsErrors = declareErrors({
  unknown_export: { status: 422, message: 'Unknown kind of export', socket: 1 },
  exports_waiting: {
    status: 409,
    message: 'Three of your exports are not ready yet: wait for one, or stop it',
    socket: 1,
  },
  /** It is not written yet, it failed, or its time is over. */
  export_not_ready: { status: 409, message: 'This export has no file, or not any more', socket: 1 },
});
