/**
 * Texts that operators have put in place of English ones, which are in the code. They are laid over those of a namespace when its code
 * has arrived. If they do not come the page has its own texts.
 */
import { changedTextsId } from '@pelican/shared/client-paths';
import type { LocaleResponse } from '@pelican/shared/contracts/system';
import i18next from 'i18next';
import { defaultLanguage } from './language.ts';
import { withPatience } from './patience.ts';

/** By namespace, there by key. */
const changed = new Map<string, [key: string, text: string][]>();
let loading: Promise<void> = Promise.resolve();

async function load(address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) return;
  const { messages } = (await response.json()) as LocaleResponse;
  for (const [name, text] of Object.entries(messages)) {
    const [namespace = '', key = ''] = name.split(/:(.*)/s);
    changed.set(namespace, [...(changed.get(namespace) ?? []), [key, text]]);
  }
  for (const namespace of changed.keys()) layChangedTextsOver(namespace);
  // Says to what is shown already that its texts have changed.
  await i18next.changeLanguage(defaultLanguage);
}

/** Resolves when the first page can be shown: the texts are here, or take too long. */
export async function startChangedTexts(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>(`#${changedTextsId}`);
  if (link) loading = load(link.href).catch(() => undefined);
  await changedTextsOfPage();
}

export async function changedTextsOfPage(): Promise<void> {
  await withPatience([loading]);
}

/** Call when the English messages of a namespace have been registered. */
export function layChangedTextsOver(namespace: string): void {
  if (!i18next.hasResourceBundle(defaultLanguage, namespace)) return;
  for (const [key, text] of changed.get(namespace) ?? [])
    i18next.addResource(defaultLanguage, namespace, key, text, { silent: true });
}
