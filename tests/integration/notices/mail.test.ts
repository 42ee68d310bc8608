import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { smtpSender } from '@pelican/api/src/notices/delivery/mail-server.ts';
import { type Message, type SendMessage, sendMessages } from '@pelican/api/src/notices/delivery/send-messages.ts';
import { textGateway } from '@pelican/api/src/notices/delivery/text-gateway.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../support/services.ts';

let database: TestDatabase;
let pool: pg.Pool;
let server: Server;
let smtpUrl: string;
/** What the server was handed, one text a mail. */
const received: string[] = [];

/** As much of SMTP as a client needs that sends one mail after the other on each connection. */
function serve(socket: Socket): void {
  let text = '';
  let isData = false;
  let mailText = '';
  socket.write('220 test\r\n');
  socket.on('data', (chunk) => {
    text += chunk.toString();
    for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      if (isData) {
        if (line === '.') {
          isData = false;
          received.push(mailText);
          socket.write('250 taken\r\n');
        } else mailText += `${line}\n`;
      } else if (line === 'DATA') {
        isData = true;
        mailText = '';
        socket.write('354 go on\r\n');
      } else if (line.startsWith('RCPT TO:<nobody@')) socket.write('550 no such mailbox\r\n');
      else if (line === 'QUIT') socket.end('221 bye\r\n');
      else socket.write('250 fine\r\n');
    }
  });
  socket.on('error', () => undefined);
}

beforeAll(async () => {
  database = await createDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  smtpUrl = `smtp://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(async () => {
  server.close();
  await pool.end();
  await database.drop();
});

async function write(recipient: string, subject: string): Promise<void> {
  await pool.query(`INSERT INTO messages (recipient, subject, text) VALUES ($1, $2, 'Hello')`, [recipient, subject]);
}

const never = (_message: Message, error: unknown): void => {
  throw error;
};
const mail = (send: SendMessage, onFailure = never) => ({ name: 'mail', send, onFailure }) as const;

test('mails reach the mail server once, each under an id of its own', async () => {
  const { send, close } = smtpSender(smtpUrl, 'Pelican <no-reply@pelican.local>');
  await write('a@test.local', 'First');
  await write('b@test.local', 'Second');
  expect(await sendMessages(pool, mail(send))).toBe(2);
  expect(await sendMessages(pool, mail(send))).toBe(0);
  close();
  expect(received).toHaveLength(2);
  const first = received.find((text) => text.includes('Subject: First'));
  expect(first).toContain('To: a@test.local');
  expect(new Set(received.map((mail) => /Message-ID: (.*)/.exec(mail)?.[1])).size).toBe(2);
});

test('a mail to a recipient that the server refuses for good is given up at once', async () => {
  const { send, close } = smtpSender(smtpUrl, 'Pelican <no-reply@pelican.local>');
  await write('nobody@test.local', 'Nobody');
  const failed: string[] = [];
  await sendMessages(
    pool,
    mail(send, ({ subject }) => void failed.push(subject)),
  );
  close();
  const { rows } = await pool.query(`SELECT attempts, next_attempt_at, error FROM messages WHERE subject = 'Nobody'`);
  expect({ failed, rows }).toEqual({
    failed: ['Nobody'],
    rows: [{ attempts: 1, next_attempt_at: null, error: expect.stringContaining('550') }],
  });
});

test('a mail that fails is kept for later and holds no other up', async () => {
  await write('broken@test.local', 'Broken');
  await write('fine@test.local', 'Fine');
  const failed: string[] = [];
  const sent: string[] = [];
  const send = async ({ recipient, subject }: Message) => {
    if (recipient.startsWith('broken')) throw new Error('no such host');
    sent.push(subject);
  };
  expect(
    await sendMessages(
      pool,
      mail(send, ({ subject }) => void failed.push(subject)),
    ),
  ).toBe(1);
  expect({ sent, failed }).toEqual({ sent: ['Fine'], failed: ['Broken'] });
  const { rows } = await pool.query('SELECT attempts, sent_at FROM messages WHERE recipient LIKE $1', ['broken%']);
  expect(rows).toEqual([{ attempts: 1, sent_at: null }]);
});

test('a text message is handed to the gateway, again under the same id when the answer was a failure', async () => {
  const requests: { key: unknown; authorization: unknown; body: unknown }[] = [];
  const gateway = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { authorization } = request.headers;
      const body = JSON.parse(Buffer.concat(chunks).toString());
      requests.push({ key: request.headers['idempotency-key'], authorization, body });
      response.writeHead(requests.length === 1 ? 503 : 200).end();
    });
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void gateway.close());
  const send = textGateway(`http://user:secret@127.0.0.1:${(gateway.address() as { port: number }).port}/send`);
  await pool.query(
    `INSERT INTO messages (channel, recipient, subject, text) VALUES ('text', '+4915112345678', 'Hello', 'Pelican: Hello')`,
  );
  let failures = 0;
  const onFailure = () => void failures++;
  expect(await sendMessages(pool, { name: 'text', send, onFailure })).toBe(0);
  await pool.query(`UPDATE messages SET next_attempt_at = now() WHERE channel = 'text'`);
  expect(await sendMessages(pool, { name: 'text', send, onFailure })).toBe(1);
  expect(failures).toBe(1);
  const [first, second] = requests;
  expect(second).toEqual(first);
  expect(first).toMatchObject({
    authorization: `Basic ${Buffer.from('user:secret').toString('base64')}`,
    body: { id: first?.key, to: '+4915112345678', text: 'Pelican: Hello' },
  });
});
