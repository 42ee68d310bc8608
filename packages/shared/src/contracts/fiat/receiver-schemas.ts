/** Whom payment providers pay, on the wire and in forms: both sides check the same. */
import * as z from 'zod/mini';
import { cardDigits, isCardNumber, type ReceiverField, receiverFieldsOf } from './receivers.ts';

const text = (max: number) => z.string().check(z.trim(), z.minLength(1, 'Field is required'), z.maxLength(max));
const words = (max: number) => text(max).check(z.regex(/^[^\p{Cc}\p{Cf}]*$/u, 'Current value is not supported'));

const fields = {
  email: text(254).check(z.email('Email is not valid')),
  phone: text(20).check(z.regex(/^\+?\d{7,15}$/, 'Phone is not valid')),
  account: text(64).check(z.regex(/^[\w.@+-]+$/, 'Invalid account')),
  card_number: z.pipe(
    text(40),
    z.pipe(
      z.transform((typed: string) => cardDigits(typed)),
      z.string().check(z.refine(isCardNumber, 'Card number is not valid')),
    ),
  ),
  card_date: text(5).check(z.regex(/^(0[1-9]|1[0-2])\/\d{2}$/, 'Must be MM/YY')),
  holder: words(100),
  birth_date: text(10).check(z.regex(/^(19|20)\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Must be a date')),
  country: text(2).check(z.regex(/^[A-Z]{2}$/, 'Must be the two letters of a country')),
  city: words(100),
} satisfies Record<ReceiverField, z.ZodMiniType<string>>;

/** Each may be asked by the form of a method, which is checked with it. */
const given = z.optional(z.string().check(z.maxLength(300)));
export const givenReceiver = z.object({
  email: given,
  phone: given,
  account: given,
  card_number: given,
  card_date: given,
  holder: given,
  birth_date: given,
  country: given,
  city: given,
} satisfies Record<ReceiverField, typeof given>);
export type GivenReceiver = z.output<typeof givenReceiver>;

/** What the form of one method has to have. */
export function receiverFormSchema(key: string) {
  return z.object(Object.fromEntries(receiverFieldsOf(key).map((field) => [field, fields[field]])));
}
