import { expect, test } from 'vitest';
import { objectStream, pdfOf } from '../../../../../tests/support/sample-files.ts';
import { isPassivePdf } from './pdf-structure.ts';

const picture = '5 0 obj\n<< /Filter /DCTDecode /Length 4 >>\nstream\nabcd\nendstream\nendobj\n';
const openPage = '6 0 obj\n<< /S /GoTo /D [3 0 R /Fit] >>\nendobj\n';

test.each([
  ['of one page', pdfOf()],
  ['with a picture and an action that goes to a page', pdfOf(picture + openPage)],
  ['with objects in compressed form', pdfOf(objectStream('<< /Type /Page /Resources << /Font 4 0 R >> >>'))],
  ['of a writer that ends it with a carriage return', Buffer.concat([pdfOf().subarray(0, -1), Buffer.from('\r\n')])],
])('a document %s is passive', async (_, content) => {
  expect(await isPassivePdf(content)).toBe(true);
});

const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
test.each([
  ['a script', pdfOf(`6 0 obj\n${script}\nendobj`)],
  ['a script whose name is escaped', pdfOf('6 0 obj\n<< /S /J#61v#61Script /JS (app.alert(1)) >>\nendobj')],
  ['a script in an object stream', pdfOf(objectStream(script))],
  ['an escaped script in an object stream', pdfOf(objectStream('<< /S /#4aavaScript >>'))],
  [
    'a script in an object stream whose type is escaped',
    pdfOf(objectStream(script, '/Filter /FlateDecode').toString('latin1').replace('/ObjStm', '/Obj#53tm')),
  ],
  ['an object stream written in another way', pdfOf(objectStream(script, '/Filter [/ASCII85Decode /FlateDecode]'))],
  [
    'an object stream that cannot be read',
    pdfOf('7 0 obj\n<< /Type /ObjStm /N 1 >>\nstream\nnothing\nendstream\nendobj'),
  ],
  ['an object stream after a false beginning', pdfOf(objectStream(script, '(stream\n) /Filter /FlateDecode'))],
  ['a program to start', pdfOf('6 0 obj\n<< /S /Launch /F (cmd.exe) >>\nendobj')],
  ['a file inside', pdfOf('6 0 obj\n<< /Type /EmbeddedFile >>\nendobj')],
  ['a form that is sent', pdfOf('6 0 obj\n<< /S /SubmitForm >>\nendobj')],
  ['encryption', pdfOf('6 0 obj\n<< /Encrypt 8 0 R >>\nendobj')],
  ['something before it', Buffer.concat([Buffer.from('<script>'), pdfOf()])],
  ['something behind it', Buffer.concat([pdfOf(), Buffer.from('PK\x05\x06 and the rest of an archive')])],
  ['no end', pdfOf().subarray(0, -8)],
  ['an archive in it', pdfOf('% PK\x05\x06')],
  ['objects that grow beyond what may be read', pdfOf(objectStream(' '.repeat(33_000_000)))],
])('a document with %s is not', async (_, content) => {
  expect(await isPassivePdf(content)).toBe(false);
});
