/** Contents of files that need a signed-in person. */
import { errorFromBody } from './api-error.ts';
import { accessToken } from './session.ts';

/** @throws ApiError */
export async function readFile(path: string, signal: AbortSignal): Promise<Blob> {
  const token = await accessToken();
  const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
  const response = await fetch(path, { ...(headers ? { headers } : {}), signal, cache: 'no-store' });
  if (response.ok) return response.blob();
  const body: unknown = await response.json().catch(() => undefined);
  const requestId = response.headers.get('X-Request-Id');
  throw errorFromBody(response.status, body, response.statusText, { requestId, retryAfterSeconds: null });
}

/** A form of several parts. Of a list each entry stands in a line of its own. */
export function formOf(texts: Readonly<Record<string, unknown>>, files: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts))
    if (value !== undefined) form.append(name, Array.isArray(value) ? value.join('\n') : String(value));
  for (const file of files) form.append('file', file);
  return form;
}
