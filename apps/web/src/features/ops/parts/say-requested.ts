import { message } from '../../../platform/i18n.ts';
import { notify } from '../../../ui/notify.ts';

/** Says that nothing has changed yet, where no dialog does. */
export function sayRequested(): void {
  notify.warning(message('ops:requested.body'), { title: message('ops:requested.title') });
}
