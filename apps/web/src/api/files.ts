/** Contents of files that need a signed-in person. */
import { request } from './client.ts';

/** @throws ApiError */
export async function readFile(path: string, signal: AbortSignal): Promise<Blob> {
  return (await request('GET', path, { signal, read: (answer) => answer.blob() })) as Blob;
}

/** Texts alone are sent as they are, with files as a form of several parts: of a list each entry stands in a line of its own then. */
export function bodyOf<Texts extends object>(texts: Texts, files: readonly File[]): Texts | FormData {
  if (files.length === 0) return texts;
  const form = new FormData();
  for (const [name, value] of Object.entries(texts))
    if (value !== undefined) form.append(name, Array.isArray(value) ? value.join('\n') : String(value));
  for (const file of files) form.append('file', file);
  return form;
}
