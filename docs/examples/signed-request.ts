/** How a bot signs its calls. Runs as it stands: node docs/examples/signed-request.ts http://localhost:3000 KEY SECRET */
import { createHash, createHmac, randomUUID } from 'node:crypto';

/** The headers of one request; a repeat needs headers of its own. `path` with the query, `body` exactly as sent. */
export function signedHeaders(key: string, secret: string, method: string, path: string, body = '') {
  const timestamp = String(Date.now());
  const nonce = randomUUID();
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const text = ['pelican-2', timestamp, nonce, method, path, bodyHash].join('\n');
  return {
    'X-Api-Key': key,
    'X-Api-Timestamp': timestamp,
    'X-Api-Nonce': nonce,
    'X-Api-Signature': createHmac('sha256', secret).update(text).digest('hex'),
  };
}

if (import.meta.main) {
  const [address = '', key = '', secret = ''] = process.argv.slice(2);
  const path = '/v2/order?limit=5';
  const answer = await fetch(address + path, { headers: signedHeaders(key, secret, 'GET', path) });
  process.stdout.write(`${answer.status} ${await answer.text()}\n`);
}
