import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { objectStream, pdfOf } from '../../../../../tests/support/sample-files.ts';
import { isPassivePdf } from './pdf-structure.ts';

const picture = '5 0 obj\n<< /Filter /DCTDecode /Length 4 >>\nstream\nabcd\nendstream\nendobj\n';
const openPage = '6 0 obj\n<< /S /GoTo /D [3 0 R /Fit] >>\nendobj\n';

const references =
  '5 0 obj\n<< /Type /XRef /W [1 2 1] /Filter /FlateDecode /DecodeParms << /Predictor 12 >> /Length 4 >>\nstream\nabcd\nendstream\nendobj\n';

test.each([
  ['of one page', pdfOf()],
  ['with a picture and an action that goes to a page', pdfOf(picture + openPage)],
  ['with objects in compressed form', pdfOf(objectStream('<< /Type /Page /Resources << /Font 4 0 R >> >>'))],
  ['with one filter in a list', pdfOf(objectStream('<< /Type /Page >>', '/Filter [ /FlateDecode ]'))],
  ['with a compressed list of its objects', pdfOf(`${references}${openPage}`)],
  ['with words like upstream in a title', pdfOf('6 0 obj\n<< /Title (The upstream of data) >>\nendobj\n')],
  ['of a writer that ends it with a carriage return', Buffer.concat([pdfOf().subarray(0, -1), Buffer.from('\r\n')])],
])('a document %s is passive', async (_, content) => {
  expect(await isPassivePdf(content)).toBe(true);
});

const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
const twice = { content: deflateSync(deflateSync(Buffer.from(`8 0 ${script}`), { windowBits: 11 })) };
/** Each byte is written as its distance from the one before, which is TIFF's way; the first one stays. */
const distances = Buffer.from(`8 0 ${script}`).map((byte, at, bytes) => (byte - (bytes[at - 1] ?? 0)) & 255);
const predicted = { content: deflateSync(distances) };

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
  ['an object stream behind a lone carriage return', pdfOf(objectStream(script, undefined, { keyword: '\nstream\r' }))],
  ['an object stream behind spaces', pdfOf(objectStream(script, undefined, { keyword: '\nstream  \r' }))],
  ['an object stream behind a comment', pdfOf(objectStream(script, undefined, { keyword: ' %\n stream\r' }))],
  ['an object stream that is compressed twice', pdfOf(objectStream('', '/Filter [/FlateDecode /FlateDecode]', twice))],
  [
    'an object stream whose second filter is another key',
    pdfOf(objectStream('', '/Filter /FlateDecode /Filter [/FlateDecode /FlateDecode]', twice)),
  ],
  ['an object stream whose filter stands elsewhere', pdfOf(objectStream('', '/Filter 9 0 R', twice))],
  [
    'an object stream whose parameters stand elsewhere',
    pdfOf(
      `9 0 obj\n<< /Predictor 2 /Columns 90 >>\nendobj\n${picture}${objectStream('', '/Filter /FlateDecode /DecodeParms 9 0 R', predicted).toString('latin1')}`,
    ),
  ],
  ['an object stream without a type', pdfOf(objectStream(script, undefined, { type: '' }))],
  ['an object stream whose type stands elsewhere', pdfOf(objectStream(script, undefined, { type: '/Type 9 0 R' }))],
  [
    'an object stream without a type, compressed twice',
    pdfOf(objectStream('', '/Filter [/FlateDecode /FlateDecode]', { ...twice, type: '' })),
  ],
  [
    'an object stream without a type after a false beginning',
    pdfOf(objectStream('', '(>>stream\n) /Filter [/FlateDecode /FlateDecode]', { ...twice, type: '' })),
  ],
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
