/** docs/socket-calls.md is what the declarations say. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { socketCallsDocument, socketCallsFile } from './socket-calls.ts';

test('the document has every call and push; node scripts/socket-calls.ts writes it anew', () => {
  expect(readFileSync(socketCallsFile, 'utf8')).toBe(socketCallsDocument());
});
