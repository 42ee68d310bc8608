/** Bank accounts in India on the wire. */
import * as z from 'zod/mini';
import { besideOthers, listOf, paging } from '../common.ts';
import { inrBanksPageSize } from './terms.ts';

export const inrBanksPaging = z.object({
  offset: paging.shape.offset,
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), inrBanksPageSize),
});

export const bankParams = z.object({ id: z.coerce.number().check(z.int(), z.gte(1), z.lte(Number.MAX_SAFE_INTEGER)) });

/** Numeric statuses of the wire: 1 is active. */
export const inrBankStatus = { pending: 0, active: 1, canceled: 2 } as const;
export type InrBankState = keyof typeof inrBankStatus;
const numericStatus = z.enum(inrBankStatus);

export const accountTypes = ['saving', 'current'] as const;

const inrBank = z.object({
  id: z.number(),
  full_name: z.string(),
  /** The last four digits alone: 'XXXX1234'. */
  account_number: z.string(),
  ifsc_code: z.string(),
  bank_name: z.string(),
  account_type: z.enum(accountTypes),
  status: numericStatus,
  /** Why it was canceled. */
  reason: z.string(),
  /** Unix seconds */
  created_at: z.number(),
});
export type InrBank = z.infer<typeof inrBank>;
export const inrBankAnswer = inrBank;

const personName = z.object({ first_name: z.string(), middle_name: z.string(), last_name: z.string() });

/** GET /v3/inr-banks */
export const inrBankList = z.object({
  banks: listOf(inrBank),
  /** Whether the identity is verified, without which no account can be added. */
  is_approved: z.boolean(),
  /** The name of the verified identity; null where it was verified without documents. */
  user_passport: z.nullable(personName),
});
export type InrBankList = z.infer<typeof inrBankList>;

export const ifscCode = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(40)),
    z.transform((text) => text.trim().toUpperCase()),
  ),
  z
    .string()
    .check(
      z.minLength(1, 'Field is required'),
      z.regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'Four letters, a zero, and six letters or digits'),
    ),
);

/** Spaces and hyphens, with which people write long numbers in groups, make no difference. */
const accountNumber = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(40)),
    z.transform((text) => text.replaceAll(/[\s-]/g, '')),
  ),
  z.string().check(
    z.minLength(1, 'Field is required'),
    z.regex(/^\d{9,18}$/, 'An account number has 9 to 18 digits'),
    z.refine((digits) => digits === '' || /[1-9]/.test(digits), 'This is no account number'),
  ),
);

const holderName = z
  .string()
  .check(z.trim(), z.maxLength(120, 'Max length is 120'), z.regex(/^[\p{L}\p{M}.' -]*$/u, 'Letters only'));

/** POST /v3/inr-banks */
export const newInrBank = z
  .object({
    /** As the bank has it; that of the verified identity where it is left out. */
    full_name: z.optional(holderName),
    account_number: accountNumber,
    account_number_confirmation: accountNumber,
    ifsc_code: ifscCode,
    account_type: z.enum(accountTypes, 'Field is required'),
  })
  .check(
    z.refine(({ account_number: number, account_number_confirmation: again }) => number === again, {
      path: ['account_number_confirmation'],
      error: 'Field should match the account number',
      ...besideOthers,
    }),
  );
export type NewInrBank = z.output<typeof newInrBank>;

/** GET /v3/inr-ifsc/:code */
export const ifscParams = z.object({ code: ifscCode });
export const ifscAnswer = z.object({
  ifsc_code: z.string(),
  bank_name: z.string(),
  /** Whether the list of branches that this release has knows it; new branches are not in it. */
  is_branch_known: z.boolean(),
});
export type IfscAnswer = z.infer<typeof ifscAnswer>;

/** POST /v3/inr-bank-validate/:id */
export const validatedBank = z.object({ status: numericStatus });

/** GET /v3/inr-bank-trx-count/:id */
export const bankTransactions = z.object({
  /** Those that are not finished: while there are any, the account cannot be deleted. */
  count: z.number(),
  total: z.number(),
});

/** GET /v3/balance/atom-bank-list */
export const bankNamesQuery = z.extend(paging, { search: z._default(z.string().check(z.maxLength(100)), '') });
export const bankNames = listOf(z.object({ code: z.string(), name: z.string() }));
