import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { validationText } from './index.ts';

function textOf(schema: z.ZodMiniType, value: unknown): string | undefined {
  return schema.safeParse(value, { error: validationText }).error?.issues[0]?.message;
}

const text = z.string();
test.each([
  ['absent', text, undefined, 'Field is required'],
  ['null', text, null, 'Field is required'],
  ['empty', text.check(z.minLength(1)), '', 'Field is required'],
  ['an empty list', z.array(text).check(z.minLength(1)), [], 'Field is required'],
  ['too short', text.check(z.minLength(8)), 'abc', 'Min length is 8'],
  ['too long', text.check(z.maxLength(2)), 'abc', 'Max length is 2'],
  ['of another length', text.check(z.length(6)), 'abc', 'Length should be 6'],
  ['longer than its length', text.check(z.length(2)), 'abc', 'Length should be 2'],
  ['too little', z.number().check(z.gte(5)), 4, 'Min value is 5'],
  ['not above zero', z.number().check(z.gt(0)), 0, 'Must be greater than zero'],
  ['too much', z.number().check(z.lte(5)), 6, 'Max value is 5'],
  ['letters for a number', z.coerce.number(), 'abc', 'Numbers only'],
  ['a text for a number', z.number(), '5', 'Numbers only'],
  ['a fraction for a whole number', z.int(), 1.5, 'Numbers only'],
  ['a text for a switch', z.boolean(), 'yes', 'Current value is not supported'],
  ['a number for a text', text, 5, 'Current value is not supported'],
  ['none of two shapes', z.union([z.literal('all'), z.object({ id: z.int() })]), 5, 'Current value is not supported'],
  ['neither of two shapes', z.union([z.literal('all'), z.object({ id: z.int() })]), undefined, 'Field is required'],
  ['an unknown kind', z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') })]), {}, 'Field is required'],
  ['a field too many', z.strictObject({}), { a: 1 }, 'Current value is not supported'],
  ['no multiple', z.number().check(z.multipleOf(5)), 7, 'Current value is not supported'],
  ['what a check of the schema refuses', text.check(z.refine(() => false)), 'a', 'Current value is not supported'],
  ['no e-mail', z.email(), 'abc', 'Email is not valid'],
  ['no UUID', z.uuid(), 'abc', 'Current value is not supported'],
  ['none of the choices', z.enum(['a', 'b']), 'c', 'Current value is not supported'],
  ['no choice', z.enum(['a', 'b']), undefined, 'Field is required'],
])('%s', (_name, schema, value, expected) => {
  expect(textOf(schema, value)).toBe(expected);
});

test("a schema's own text goes before", () => {
  expect(textOf(z.string().check(z.minLength(1, 'Choose one')), '')).toBe('Choose one');
});
