/** Takes the browser to a payment page: the fields of a form that nobody sees. */
import type { StartedDeposit } from '@pelican/shared/contracts/fiat';

export function submitHiddenForm({ redirectLink, fields }: Pick<StartedDeposit, 'redirectLink' | 'fields'>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = redirectLink;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}
