/** Deposits by bank transfer on the wire. */
import * as z from 'zod/mini';
import { listOf, positiveDecimal, ticker } from '../common.ts';

export const depositParams = z.object({ ticker });

/**
 * What the bank of the sender names a transfer by: 12 digits of IMPS and UPI, 16 letters and digits of NEFT, 22 of RTGS.
 */
export const transactionId = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(60)),
    z.transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase()),
  ),
  z
    .string()
    .check(
      z.minLength(1, 'Field is required'),
      z.regex(
        /^(\d{12}|[A-Z0-9]{16}|[A-Z0-9]{22})$/,
        '12 digits (IMPS, UPI), or 16 or 22 letters and digits (NEFT, RTGS)',
      ),
    ),
);

const rupees = positiveDecimal.check(z.regex(/^\d+(\.\d{1,2})?$/, 'At most two decimals'));

/** POST /v3/balance/deposit-:ticker/INR */
export const newInrDeposit = z.object({
  bank_id: z.coerce.number().check(z.int('Field is required'), z.gte(1, 'Field is required')),
  amount: rupees,
  transaction_id: transactionId,
  terms: z.literal(true, 'Please accept the terms'),
});
export type NewInrDeposit = z.output<typeof newInrDeposit>;

/** What a user sees of a deposit. */
export const inrDeposit = z.object({
  id: z.number(),
  ticker: z.string(),
  bank_id: z.nullable(z.number()),
  bank_name: z.string(),
  account_number: z.string(),
  amount: z.string(),
  /** What the user had reported, where another amount has arrived. */
  reported_amount: z.nullable(z.string()),
  fee: z.string(),
  net: z.string(),
  transaction_id: z.string(),
  /** 1 to 14, as of every deposit: 6 waits for an operator, 3 is in the wallet, 12 was refused. */
  status: z.number(),
  reason: z.string(),
  /** Unix seconds */
  created_at: z.number(),
});
export type InrDeposit = z.infer<typeof inrDeposit>;
export const inrDepositList = listOf(inrDeposit);

/** GET /v3/inr-requisites/:id: where to pay to from an own bank account. */
export const inrRequisites = z.object({
  ticker: z.string(),
  paymentKey: z.string(),
  beneficiary: z.string(),
  account_number: z.string(),
  ifsc_code: z.string(),
  bank_name: z.string(),
  upi_id: z.string(),
  minAmount: z.string(),
  maxAmount: z.string(),
  dailyMax: z.string(),
  fee: z.string(),
});
export type InrRequisites = z.infer<typeof inrRequisites>;

/** What an operator sees of a deposit. */
export const inrDepositCase = z.object({
  ...inrDeposit.shape,
  user_id: z.number(),
  email: z.string(),
  /** The request that another operator has to approve. */
  request: z.nullable(z.object({ id: z.number(), maker: z.string() })),
});
export type InrDepositCase = z.infer<typeof inrDepositCase>;
export const inrDepositDetail = z.object({
  ...inrDepositCase.shape,
  full_name: z.string(),
  whole_number: z.string(),
  ifsc_code: z.string(),
});
export type InrDepositDetail = z.infer<typeof inrDepositDetail>;

export const depositStates = ['waiting', 'credited', 'refused'] as const;
export type InrDepositState = (typeof depositStates)[number];

/** POST /v2/ops/inr-deposits/:id/approve: what has arrived, which may be another amount than was reported. */
export const arrivedAmount = rupees;
