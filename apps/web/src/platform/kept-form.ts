/**
 * What was typed into a page, over a full load of the same page in another language. In the tab's own storage, for the moment of
 * the load alone; passwords, codes and files are not kept.
 */
import { keptFormKey } from './kept-form-key.ts';
import { readOfTab, writeOfTab } from './session-storage.ts';

/** A page that is slower than that is opened with empty fields. */
const restoreMs = 10_000;

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface KeptForm {
  /** Without the language. */
  address: string;
  time: number;
  /** By their places among the fields of the page; null where one is not kept. */
  values: (string | boolean | null)[];
}

function fieldsOfPage(): Field[] {
  return [...document.querySelectorAll<Field>('main input, main select, main textarea')];
}

function isChecked(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');
}

function keptValueOf(field: Field): string | boolean | null {
  if (['password', 'file', 'hidden'].includes(field.type) || field.dataset.secret !== undefined) return null;
  // A password that is shown is a field of text.
  if (/password|one-time-code/.test(field.autocomplete)) return null;
  // A switch acts at once: what its state is comes from the server.
  if (field.role === 'switch') return null;
  return isChecked(field) ? field.checked : field.value;
}

/** @param address of the page, without the language */
export function keepForm(address: string): void {
  const kept: KeptForm = { address, time: Date.now(), values: fieldsOfPage().map(keptValueOf) };
  // Where storage is blocked or full the fields are empty in the other language.
  writeOfTab(keptFormKey, JSON.stringify(kept));
}

function takeForm(address: string): KeptForm | null {
  const text = readOfTab(keptFormKey);
  writeOfTab(keptFormKey, null);
  try {
    const kept = JSON.parse(text ?? 'null') as KeptForm | null;
    return kept?.address === address && Date.now() - kept.time < restoreMs ? kept : null;
  } catch {
    return null;
  }
}

/** As typing does it: React listens to the event and ignores values that are set by its own property. */
function enter(field: Field, value: string | boolean): void {
  if (typeof value === 'boolean') {
    if (isChecked(field) && field.checked !== value) field.click();
    return;
  }
  if (field.value === value || field === document.activeElement) return;
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/** Fills the fields once all of them are there. @param address of the page, without the language */
export function restoreForm(address: string): void {
  const kept = takeForm(address);
  if (!kept?.values.some((value) => value !== null && value !== '')) return;
  const until = Date.now() + restoreMs;
  const tryNow = () => {
    const fields = fieldsOfPage();
    if (fields.length === kept.values.length)
      for (const [place, field] of fields.entries()) {
        const value = kept.values[place] ?? null;
        if (value !== null) enter(field, value);
      }
    else if (Date.now() < until) setTimeout(tryNow, 100);
  };
  tryNow();
}
