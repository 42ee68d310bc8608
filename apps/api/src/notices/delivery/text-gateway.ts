/** Text messages by way of a gateway of HTTP, which hands them to the telephone networks. */
import type { SendMessage } from './send-messages.ts';

const answerTimeoutMs = 10_000;

/**
 * Posts {id, to, text} to the gateway. The id comes again with a repeat, also as the Idempotency-Key, so that the gateway sends one
 * message once.
 * @param url of the gateway; a user name and password in it are sent as basic authentication
 */
export function textGateway(url: string): SendMessage {
  const address = new URL(url);
  const credentials = `${decodeURIComponent(address.username)}:${decodeURIComponent(address.password)}`;
  const authorization = address.username
    ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
    : {};
  address.username = '';
  address.password = '';
  return async ({ id, recipient, text }) => {
    const key = `message-${id}`;
    const response = await fetch(address, {
      method: 'POST',
      // The message and its credentials go to the gateway that was configured and to nobody it names.
      redirect: 'error',
      headers: { 'content-type': 'application/json', 'idempotency-key': key, ...authorization },
      body: JSON.stringify({ id: key, to: recipient, text }),
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the gateway of text messages answered ${response.status}`);
  };
}
