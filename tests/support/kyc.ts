/** People who show who they are. */
import { createHmac } from 'node:crypto';
import { type KycStatus, verhoeffDigit } from '@pelican/shared/contracts/kyc';
import { jpegOf, webm } from './sample-files.ts';
import type { Answer, TestApi, TestUser } from './test-api.ts';

export const globalInfo = {
  first_name: 'Anna',
  middle_name: '',
  last_name: 'Schmidt',
  gender: 'female',
  birth_date: '1990-05-17',
  country: 'DE',
  city: 'Berlin',
  state: 'Berlin',
  street_address: 'Unter den Linden',
  house: '7',
  apartment: '',
  postal_code: '10117',
};

export const indianInfo = {
  ...globalInfo,
  first_name: 'Asha',
  last_name: 'Patel',
  country: 'IN',
  city: 'Pune',
  state: 'Maharashtra',
  postal_code: '411001',
  full_name: 'ASHA PATEL',
  bank_full_name: 'Asha Patel',
  bank_account_number: '123456789012',
  ifsc_code: 'hdfc0001234',
};

let people = 0;

/** Details of somebody whom no other test has met: another day of birth. */
export function newPerson<Info extends object>(info: Info): Info & { birth_date: string } {
  const day = new Date(Date.UTC(1960, 0, 1) + people++ * 86_400_000);
  return { ...info, birth_date: day.toISOString().slice(0, 10) };
}

/** A number with the right check digit. */
export function aadhaar(first11: string): string {
  return first11 + verhoeffDigit(first11);
}

/** Documents are taken only from a user whose e-mail address is confirmed. */
export async function confirmEmail<User extends { id: number }>(api: TestApi, user: User): Promise<User> {
  await api.parts.pool.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [user.id]);
  return user;
}

let signUps = 0;

/** A new user with a confirmed e-mail address and without a case. */
export async function unverifiedPerson(api: TestApi): Promise<TestUser> {
  return confirmEmail(api, await api.signUp(`person${++signUps}@test.local`, { kycApproved: false }));
}

export async function kycStatusOf(user: TestUser): Promise<KycStatus> {
  return (await user.get<KycStatus>('/v2/kyc/status')).body;
}

/** Sends a form to a call of a user, or of a visitor. Several files of a field have names. */
export async function sendForm<Body = Record<string, unknown>>(
  api: TestApi,
  user: Pick<TestUser, 'accessToken'> | undefined,
  path: string,
  parts: Record<string, string | Buffer | readonly (readonly [content: Buffer, name: string])[]>,
  headers: Record<string, string> = {},
): Promise<Answer<Body>> {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts))
    if (typeof part === 'string') form.append(name, part);
    else
      for (const [content, fileName] of Buffer.isBuffer(part) ? [[part, `${name}.bin`] as const] : part)
        form.append(name, new Blob([new Uint8Array(content)]), fileName);
  const encoded = new Response(form);
  const response = await api.app.inject({
    method: 'POST',
    url: path,
    headers: {
      ...headers,
      ...(user ? { authorization: `Bearer ${user.accessToken}` } : {}),
      'content-type': encoded.headers.get('content-type') as string,
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json() as Body, headers: response.headers };
}

/** All that the global verification needs. @returns the last answer */
export async function sendGlobalCase(
  api: TestApi,
  user: TestUser,
  number: string,
  info: object = newPerson(globalInfo),
) {
  const first = await user.post('/v2/kyc/passport', info);
  if (first.status !== 200) return first;
  const issuing = { issuing_country: 'DE' };
  const documents = {
    ...issuing,
    type: 'passport',
    number,
    passport_front: await jpegOf(60, 40),
    selfie: await jpegOf(40, 40),
  };
  const second = await sendForm(api, user, '/v2/kyc/documents', documents);
  if (second.status !== 200) return second;
  return sendForm(api, user, '/v2/kyc/documents', { video: webm() });
}

/** The same for India. */
export async function sendIndianCase(
  api: TestApi,
  user: TestUser,
  { pan, aadhaar: adhaarNumber, info = newPerson(indianInfo) }: { pan: string; aadhaar: string; info?: object },
) {
  await user.post('/v2/kyc/store-indian-customer');
  const first = await user.post('/v2/kyc/passport-indian', info);
  if (first.status !== 200) return first;
  const image = await jpegOf(50, 40);
  const second = await sendForm(api, user, '/v2/kyc/documents-indian', {
    panType: 'card',
    number: pan,
    adhaarNumber,
    aadhaar_front: image,
    aadhaar_back: image,
    pan_front: image,
    pan_back: image,
    selfie: image,
  });
  if (second.status !== 200) return second;
  return sendForm(api, user, '/v2/kyc/documents-indian', { video: webm() });
}

/** The API is started with it where a test speaks as the provider of India. */
export const providerSecret = 'a secret that the provider of a test knows too';

/** A message of the provider of India. @param forged what of the signed call is not as the provider sends it */
export function tellAsProvider(
  api: TestApi,
  message: object,
  forged: { timestamp?: string; key?: string; body?: string } = {},
): Promise<Answer> {
  const body = JSON.stringify(message);
  const { timestamp = String(Math.floor(Date.now() / 1000)), key = providerSecret } = forged;
  const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
  const headers = { 'x-kyc-timestamp': timestamp, 'x-kyc-signature': signature };
  return api.call('POST', '/v2/indian-kyc-response', { body: forged.body ?? body, headers });
}
