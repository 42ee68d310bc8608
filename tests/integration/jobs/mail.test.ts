import { createServer, type Server, type Socket } from 'node:net';
import { smtpSender } from '@pelican/api/src/jobs/mail/mail-server.ts';
import { type Mail, sendMails } from '@pelican/api/src/jobs/mail/send-mail.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../support/services.ts';

let database: TestDatabase;
let pool: pg.Pool;
let server: Server;
let smtpUrl: string;
/** What the server was handed, one text a mail. */
const received: string[] = [];

/** As much of SMTP as a client needs that sends one mail after the other. */
function serve(socket: Socket): void {
  let text = '';
  let isData = false;
  socket.write('220 test\r\n');
  socket.on('data', (chunk) => {
    text += chunk.toString();
    for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      if (isData) {
        if (line === '.') {
          isData = false;
          socket.write('250 taken\r\n');
        } else received[received.length - 1] += `${line}\n`;
      } else if (line === 'DATA') {
        isData = true;
        received.push('');
        socket.write('354 go on\r\n');
      } else if (line === 'QUIT') socket.end('221 bye\r\n');
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

const never = (_mail: Mail, error: unknown) => {
  throw error;
};

test('mails reach the mail server once, each under an id of its own', async () => {
  const { send, close } = smtpSender(smtpUrl, 'Pelican <no-reply@pelican.local>');
  await write('a@test.local', 'First');
  await write('b@test.local', 'Second');
  expect(await sendMails(pool, send, never)).toBe(2);
  expect(await sendMails(pool, send, never)).toBe(0);
  close();
  expect(received).toHaveLength(2);
  expect(received[0]).toContain('Subject: First');
  expect(received[0]).toContain('To: a@test.local');
  expect(new Set(received.map((mail) => /Message-ID: (.*)/.exec(mail)?.[1])).size).toBe(2);
});

test('a mail that fails is kept for later and holds no other up', async () => {
  await write('broken@test.local', 'Broken');
  await write('fine@test.local', 'Fine');
  const failed: string[] = [];
  const sent: string[] = [];
  const send = async (mail: Mail) => {
    if (mail.recipient.startsWith('broken')) throw new Error('no such host');
    sent.push(mail.subject);
  };
  expect(await sendMails(pool, send, (mail) => failed.push(mail.subject))).toBe(1);
  expect({ sent, failed }).toEqual({ sent: ['Fine'], failed: ['Broken'] });
  const { rows } = await pool.query('SELECT attempts, sent_at FROM messages WHERE recipient LIKE $1', ['broken%']);
  expect(rows).toEqual([{ attempts: 1, sent_at: null }]);
});
