/** Who somebody is, on the wire. The form and the server hold the same rules. */
import * as z from 'zod/mini';
import { indianStates } from './indian-states.ts';
import { isVerhoeff } from './verhoeff.ts';

const required = 'Field is required';

type Checks = Parameters<ReturnType<typeof z.string>['check']>;

/** What people type: spaces around it and in a row are not theirs. */
function typed(...checks: Checks) {
  return written((text) => text, checks);
}

/**
 * A name in letters and single spaces, as machines read it from a passport (ICAO 9303): what is printed as Anne-Marie O'Brien is kept as
 * Anne Marie OBrien.
 */
function typedName(...checks: Checks) {
  return written(
    (text) => text.replace(/['\u2018\u2019\u02bc`\u00b4]/g, '').replace(/[-\u2010\u2011\u2013.]/g, ' '),
    [nameRule, ...checks],
  );
}

function written(rewrite: (text: string) => string, checks: Checks) {
  return z.pipe(
    z.pipe(
      z.string(required).check(z.maxLength(200, 'Max length is 200')),
      z.transform((text) => rewrite(text.normalize('NFC')).trim().replace(/ {2,}/g, ' ')),
    ),
    z.string().check(z.minLength(1, { error: required, abort: true }), ...checks),
  );
}

/**
 * The letters that passports and Indian cards carry beside any other script, so that two accounts of one person are compared in one script. No mark
 * that is not seen: of combining marks those of U+0300 to U+036F but the joiner U+034F.
 */
const letter = String.raw`\p{Script=Latin}`;
const mark = String.raw`(?!\u034f)[\u0300-\u036f]`;
const word = `${letter}(?:${letter}|${mark})*`;
const nameRule = z.regex(new RegExp(`^${word}(?: ${word})*$`, 'u'), 'Latin letters separated by single spaces');
const addressRule = z.regex(/^[\p{L}\p{M}\d/ \-.,]+$/u, 'Letters, digits, slash, space, hyphen, dot and comma');

const name = typedName(z.maxLength(60, 'Max length is 60'));
const addressPart = typed(addressRule, z.maxLength(120, 'Max length is 120'));

/** An absent or empty field is none. */
function optional<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.optional(
    z.union([
      z.pipe(
        z.literal(''),
        z.transform(() => undefined),
      ),
      schema,
    ]),
  );
}

export const ageMin = 18;

/** Whole years on a day; both as YYYY-MM-DD. */
export function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** Today where the day begins first: nobody is refused for an hour of their birthday. */
export function today(now = Date.now()): string {
  return new Date(now + 14 * 3_600_000).toISOString().slice(0, 10);
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export const birthDate = z.string(required).check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, required),
  z.refine((text) => isDay(text) && text > '1900-01-01' && text <= today(), 'Current value is not supported'),
  z.refine((text) => ageOn(text, today()) >= ageMin, `You must be at least ${ageMin} years old`),
);

const shared = {
  first_name: name,
  middle_name: optional(name),
  last_name: name,
  gender: z.enum(['male', 'female', 'other'], required),
  birth_date: birthDate,
  city: typedName(z.maxLength(80, 'Max length is 80')),
  state: typedName(z.maxLength(80, 'Max length is 80')),
  street_address: addressPart,
  house: typed(addressRule, z.maxLength(20, 'Max length is 20')),
  apartment: optional(typed(addressRule, z.maxLength(20, 'Max length is 20'))),
};

/** POST /v2/kyc/passport */
export const globalInfo = z.object({
  ...shared,
  country: z.string(required).check(
    z.regex(/^[A-Z]{2}$/, required),
    z.refine((code) => code !== 'IN', 'Choose the verification for India'),
  ),
  postal_code: typed(z.regex(/^[A-Za-z0-9 -]{2,12}$/, 'Letters, digits, space and hyphen')),
});
export type GlobalInfo = z.infer<typeof globalInfo>;

/** POST /v2/kyc/passport-indian */
export const indianInfo = z.object({
  ...shared,
  country: z.literal('IN', required),
  state: z.pipe(typedName(), z.enum(indianStates, 'Current value is not supported')),
  postal_code: typed(z.regex(/^[1-9]\d{5}$/, 'Six digits')),
  /** As the PAN card has it. */
  full_name: typedName(z.maxLength(120, 'Max length is 120')),
  bank_full_name: typedName(z.maxLength(120, 'Max length is 120')),
  bank_account_number: typed(z.regex(/^\d{9,18}$/, '9 to 18 digits')),
  ifsc_code: typed(z.regex(/^[A-Za-z]{4}0[A-Za-z0-9]{6}$/, 'Four letters, a zero, and six letters or digits')),
});
export type IndianInfo = z.infer<typeof indianInfo>;

/** The fields of a document's number. */
export const aadhaarNumber = typed(
  z.regex(/^[2-9]\d{3} ?\d{4} ?\d{4}$/, 'Twelve digits, of which the first is 2 or more'),
  z.refine((text) => isVerhoeff(text.replaceAll(' ', '')), 'This is not an Aadhaar number: check its digits'),
);
export const panNumber = typed(
  z.regex(/^[A-Za-z]{5}\d{4}[A-Za-z]$/, 'Five letters, four digits and a letter'),
  z.refine((text) => text[3]?.toUpperCase() === 'P', 'The PAN of a person has a P as its fourth letter'),
);
export const documentNumber = typed(z.regex(/^[A-Za-z0-9 /-]{4,30}$/, 'Letters and digits, 4 to 30'));
