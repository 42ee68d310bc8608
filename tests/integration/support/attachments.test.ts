/** Pictures with tickets, comments and applications: who sees them, what is refused, and what stays of them. */
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmEmail, sendForm } from '../../support/kyc.ts';
import { signUpOperator } from '../../support/operators.ts';
import { jpegOf, jpegWithExif, objectStream, pdfOf, pngOf } from '../../support/sample-files.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

interface File {
  id: string;
  name: string;
  mediaType: string;
  size: number;
}
interface Ticket {
  id: number;
  fileName: string | null;
  files: File[];
  comments: { text: string; files: File[] }[];
}
interface Form {
  id: number;
  files: File[];
  joined: { id: number; files: File[] }[];
}

let api: TestApi;
let alice: TestUser;
let bob: TestUser;
let jane: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  alice = await confirmEmail(api, await api.signUp('alice@test.local'));
  bob = await api.signUp('bob@test.local');
  jane = await signUpOperator(api, 'jane', ['support']);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.parts.pool.query('TRUNCATE support_tickets, support_forms, files CASCADE');
  await api.parts.redis.flushdb();
});

const question = { supportCategoryId: '3', text: 'My deposit is missing.', topic: '' };
type Parts = Parameters<typeof sendForm>[3];

async function open(user: TestUser, parts: Parts): Promise<Ticket> {
  const { status, body } = await sendForm<Ticket>(api, user, '/v2/support', { ...question, ...parts });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function storedFiles(): Promise<number> {
  const { rows } = await api.parts.pool.query('SELECT FROM files');
  return rows.length;
}

function looks() {
  return api.parts.pool.query(
    `SELECT action, actor, subject, details->>'file' AS file FROM audit_records WHERE action LIKE '%file_looked_at' ORDER BY id DESC LIMIT 1`,
  );
}

test('a ticket and its comments have pictures, which their owner reads without what was hidden in them', async () => {
  const ticket = await open(alice, {
    file: [
      [await jpegWithExif('Somewhere 51.5 N'), 'C:\\bank\\receipt\u202e.jpg'],
      [await pngOf(40, 30), 'screen.png'],
    ],
  });
  expect(ticket).toMatchObject({
    fileName: 'receipt.jpg',
    files: [
      { name: 'receipt.jpg', mediaType: 'image/jpeg' },
      { name: 'screen.png', mediaType: 'image/png' },
    ],
  });
  const comment = { text: 'And the second page.', file: [[await jpegOf(20, 20), 'second.jpg']] } satisfies Parts;
  const after = await sendForm<Ticket>(api, alice, `/v2/support/comment/${ticket.id}`, comment);
  expect(after.body).toMatchObject({
    files: [{ name: 'receipt.jpg' }, { name: 'screen.png' }],
    comments: [{ text: 'And the second page.', files: [{ name: 'second.jpg' }] }],
  });
  expect((await alice.get<{ result: Ticket[] }>('/v2/support')).body.result).toMatchObject([
    { fileName: 'receipt.jpg' },
  ]);
  for (const { id } of [...ticket.files, ...(after.body.comments[0]?.files ?? [])]) {
    const answer = await api.app.inject({
      url: `/v2/support/${ticket.id}/files/${id}`,
      headers: { authorization: `Bearer ${alice.accessToken}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store, private' });
    expect(answer.headers['content-disposition']).toMatch(/^attachment;/);
    expect(['jpeg', 'png']).toContain((await sharp(answer.rawPayload).metadata()).format);
    expect(answer.rawPayload.includes('Somewhere')).toBe(false);
  }
  const { rows } = await api.parts.pool.query<{ content: Buffer }>('SELECT content FROM files');
  for (const { content } of rows) expect(content.includes('JFIF')).toBe(false);
});

test('a file of somebody else’s ticket, of another ticket and of a deleted one is none', async () => {
  const { id, files } = await open(alice, { file: [[await jpegOf(20, 20), 'mine.jpg']] });
  const other = await open(alice, { text: 'Another question' });
  const file = files[0]?.id;
  const missing = '00000000-0000-4000-8000-000000000000';
  const none = (await bob.get(`/v2/support/${id}/files/${missing}`)).body;
  for (const [who, path] of [
    [bob, `/v2/support/${id}/files/${file}`],
    [alice, `/v2/support/${other.id}/files/${file}`],
    [alice, `/v2/support/${id}/files/${missing}`],
    [jane, `/v2/ops/support/tickets/${other.id}/files/${file}`],
  ] as const)
    expect(await who.get(path)).toMatchObject({ status: 404, body: none });
  expect((await alice.get(`/v2/support/${id}/files/1%20OR%201`)).status).toBe(422);
  expect((await api.call('GET', `/v2/support/${id}/files/${file}`)).status).toBe(401);
  await alice.delete(`/v2/support/${id}`);
  expect((await alice.get(`/v2/support/${id}/files/${file}`)).status).toBe(404);
  expect((await jane.get(`/v2/ops/support/tickets/${id}/files/${file}`)).status).toBe(200);
});

test('a form that comes again is the same ticket; with other files it is another', async () => {
  const first = await open(alice, { file: [[await jpegOf(20, 20), 'a.jpg']] });
  expect((await open(alice, { file: [[await jpegOf(20, 20), 'a.jpg']] })).id).toBe(first.id);
  expect(await storedFiles()).toBe(1);
  const other = await open(alice, { file: [[await jpegOf(20, 20), 'b.jpg']] });
  expect(other.id).not.toBe(first.id);
  const write = (parts: Parts) =>
    sendForm<Ticket>(api, alice, `/v2/support/comment/${first.id}`, { text: 'Look', ...parts });
  await write({});
  await write({});
  expect((await write({ file: [[await jpegOf(20, 20), 'c.jpg']] })).body.comments).toHaveLength(2);
});

test('a form of an account whose address is not confirmed is refused before it is read, and its texts alone are taken', async () => {
  const parts = { ...question, file: [[await jpegOf(20, 20), 'a.jpg']] } satisfies Parts;
  const refused = { status: 403, body: { code: 'email_unverified' } };
  const { topic: _, ...texts } = question;
  const ticket = await bob.post<Ticket>('/v2/support', texts);
  expect(ticket.status).toBe(200);
  const comment = `/v2/support/comment/${ticket.body.id}`;
  for (const path of ['/v2/support', comment, '/v2/applyToList', '/v2/applyToPartnership'])
    expect(await sendForm(api, bob, path, parts), path).toMatchObject(refused);
  expect((await bob.post(comment, { text: 'And more' })).status).toBe(200);
  expect(await api.parts.redis.keys('uploads:*')).toEqual([]);
});

test('what is no picture, too big or too much is refused in the specification’s words, and nothing is kept', async () => {
  const jpeg = await jpegOf(20, 20);
  const refused = async (parts: Parts, path = '/v2/support') => {
    const { status, body } = await sendForm<{ errors: Record<string, string[]> }>(api, alice, path, {
      ...question,
      ...parts,
    });
    expect(status).toBe(422);
    return body.errors;
  };
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const types = ['Incorrect file type. Allowed types are JPEG, PNG'];
  for (const content of [svg, Buffer.from('%PDF-1.7 ...'), Buffer.from('PK\x03\x04 an archive'), Buffer.from('GIF89a')])
    expect(await refused({ file: [[content, 'picture.jpg']] })).toMatchObject({ file: types });
  expect(await refused({ file: [[jpeg.subarray(0, 200), 'half.jpg']] })).toMatchObject({ file: ['File not Uploaded'] });
  expect(await refused({ file: [[Buffer.alloc(2_000_000), 'big.jpg']] })).toMatchObject({
    file: ['File size is too big. Size should be maximum 2 MB'],
  });
  const six = Array.from({ length: 6 }, (_, at): [Buffer, string] => [jpeg, `${at}.jpg`]);
  expect(await refused({ file: six })).toMatchObject({ file: ['File not Uploaded'] });
  expect(await refused({ other: [[jpeg, 'a.jpg']] })).toMatchObject({ other: ['File not Uploaded'] });
  expect(await refused({ text: ' ', file: [[jpeg, 'a.jpg']] })).toMatchObject({ text: ['Field is required'] });
  const { id } = await open(alice, { text: 'Closed' });
  await alice.post(`/v2/support/status/${id}`, { status: 'fixed' });
  const closed = await sendForm(api, alice, `/v2/support/comment/${id}`, { text: 'x', file: [[jpeg, 'a.jpg']] });
  expect(closed).toMatchObject({ status: 409, body: { code: 'ticket_closed' } });
  const large = await alice.post('/v2/support', { ...question, text: 'x'.repeat(70_000) });
  expect([large.status, large.body.code]).toEqual([413, 'body_too_large']);
  expect(await storedFiles()).toBe(0);
});

test('an operator sees what was attached, and each look is on record', async () => {
  const { id, files } = await open(alice, { file: [[await jpegOf(20, 20), 'receipt.jpg']] });
  const shown = await jane.get<Ticket>(`/v2/ops/support/tickets/${id}`);
  expect(shown.body.files).toEqual(files);
  const path = `/v2/ops/support/tickets/${id}/files/${files[0]?.id}`;
  expect((await alice.get(path)).status).toBe(403);
  const before = (await looks()).rows;
  expect((await jane.get(path)).status).toBe(200);
  expect((await looks()).rows).not.toEqual(before);
  expect((await looks()).rows).toEqual([
    { action: 'ticket.file_looked_at', actor: 'ops:jane', subject: `ticket:${id}`, file: files[0]?.id },
  ]);
});

const listing = {
  name: 'Asha Rao',
  project_name: 'Example Coin',
  contact_details: '+91 98 7654 3210',
  telegram_id: 'example_coin',
  project_website: 'https://coin.example.org',
  company_email: 'coin@example.org',
  blockchain: 'Ethereum',
  contract_address: '0x52908400098527886E0F7030069857D2E4169EE7',
  country: 'IN',
  listed_elsewhere: 'yes',
  exchange_links: 'https://exchange.example.com/coin\nhttps://other.example.com/coin',
  has_burning: 'no',
  airdrop: 'yes',
  comment: '',
};

async function apply(user: TestUser | undefined, name: string, parts: Parts = {}) {
  const file = [[await jpegOf(20, 20), name]] as Parts[string];
  return sendForm<Form>(api, user, '/v2/applyToList', { ...listing, file, ...parts });
}

test('an application of a visitor has pictures too', async () => {
  const first = await apply(undefined, 'logo.jpg');
  expect(first.status).toBe(200);
  const { body } = await jane.get<Form>(`/v2/ops/support/forms/${first.body.id}`);
  expect(body).toMatchObject({ files: [{ name: 'logo.jpg' }], joined: [] });
  const { rows } = await api.parts.pool.query(
    `SELECT user_id, delete_after > now() + interval '700 days' AS kept FROM files`,
  );
  expect(rows).toEqual([{ user_id: null, kept: true }]);
  const wrong = await apply(undefined, 'x.jpg', { exchange_links: 'http://not.secure' });
  expect(wrong.body).toMatchObject({ errors: { exchange_links: ['Link is not valid'] } });
});

const partnership = {
  email: 'partner@example.org',
  telegram: 'pelican_fan',
  project_link: 'https://example.org',
  name: 'Asha Rao',
  message: 'We would like to bring our users to your exchange.',
};

test('both applications take documents of 5 MB, without what runs in them; a ticket takes pictures alone', async () => {
  const large = pdfOf(`% ${'x'.repeat(4_999_000)}\n`);
  const [deck, drawing] = [pdfOf(objectStream('<< /Type /Page >>')), await pngOf(40, 30)];
  for (const [path, texts] of [
    ['/v2/applyToList', listing],
    ['/v2/applyToPartnership', partnership],
  ] as const) {
    const send = (file: Parts[string]) => sendForm<Form>(api, alice, path, { ...texts, file });
    const { status, body } = await send([
      [deck, 'deck.pdf'],
      [large, 'large.pdf'],
      [drawing, 'drawing.png'],
    ]);
    expect(status, JSON.stringify(body)).toBe(200);
    const shown = await jane.get<Form & { email: string }>(`/v2/ops/support/forms/${body.id}`);
    expect(shown.body.files).toMatchObject([
      { name: 'deck.pdf', mediaType: 'application/pdf', size: deck.length },
      { name: 'large.pdf', mediaType: 'application/pdf' },
      { name: 'drawing.png', mediaType: 'image/png' },
    ]);
    const answer = await api.app.inject({
      url: `/v2/ops/support/forms/${body.id}/files/${shown.body.files[0]?.id}`,
      headers: { authorization: `Bearer ${jane.accessToken}` },
    });
    expect(answer.headers['content-disposition']).toMatch(/^attachment;/);
    expect(answer.headers['content-security-policy']).toContain('sandbox');
    expect(answer.rawPayload.equals(deck)).toBe(true);
    const stored = await storedFiles();
    for (const [file, refusal] of [
      [pdfOf(objectStream('<< /S /JavaScript >>')), 'This file cannot be accepted'],
      [Buffer.from('GIF89a'), 'Incorrect file type. Allowed types are PDF, PNG, JPEG'],
      [Buffer.alloc(5_000_001), 'File size is too big. Size should be maximum 5 MB'],
    ] as const)
      expect(await send([[file, 'deck.pdf']]), path).toMatchObject({
        status: 422,
        body: { errors: { file: [refusal] } },
      });
    expect(await storedFiles()).toBe(stored);
    await api.parts.redis.flushdb();
  }
  const ticket = await sendForm(api, alice, '/v2/support', { ...question, file: [[deck, 'deck.pdf']] });
  expect(ticket.body).toMatchObject({ errors: { file: ['Incorrect file type. Allowed types are JPEG, PNG'] } });
  const { body } = await api.call<{ support_file_formats: string[] }>('GET', '/systemParams');
  expect(body.support_file_formats).toEqual(['jpg', 'jpeg', 'png']);
});

test('the pictures of an application that joins an open case stand in that case', async () => {
  const first = await apply(alice, 'logo.jpg');
  await apply(alice, 'again.jpg');
  const { id } = first.body;
  const { body } = await jane.get<Form & { fields: object }>(`/v2/ops/support/forms/${id}`);
  expect(body).toMatchObject({
    fields: { listed_elsewhere: true, exchange_links: listing.exchange_links.split('\n') },
    files: [{ name: 'logo.jpg' }],
    joined: [{ files: [{ name: 'again.jpg' }] }],
  });
  const ofCase = (file: string | undefined) => `/v2/ops/support/forms/${id}/files/${file}`;
  expect((await jane.get(ofCase(body.files[0]?.id))).status).toBe(200);
  expect((await jane.get(ofCase(body.joined[0]?.files[0]?.id))).status).toBe(200);
  expect((await looks()).rows).toMatchObject([{ action: 'form.file_looked_at', subject: `form:${id}` }]);
});
