import { expect, test } from 'vitest';
import { createDeviceMarks, deviceSeconds } from './devices.ts';

test('the mark of a device ends a year after its last sign-in, and is for its account alone', () => {
  const email = 'owner@test.local';
  const firstAtMs = 1_700_000_000_000;
  let nowMs = firstAtMs;
  const marks = createDeviceMarks('secret', () => nowMs);
  const first = marks.issue(email);
  const mark = marks.read(first, email);
  expect(mark?.issuedAt).toEqual(new Date(firstAtMs));
  expect(marks.read(first, 'other@test.local')).toBeUndefined();
  nowMs += deviceSeconds * 1000 - 1;
  expect(marks.read(first, email)).toEqual(mark);
  const second = marks.issue(email, mark?.id);
  nowMs += 1;
  expect(marks.read(first, email)).toBeUndefined();
  expect(marks.read(second, email)?.id).toBe(mark?.id);
  const [id, , signature] = first.split('.');
  expect(marks.read(`${id}.${nowMs}.${signature}`, email)).toBeUndefined();
});
