/** How much may be withdrawn, and what an operator sees before it is sent. Amounts are whole US dollars. */
import { wholeNumber } from '@pelican/shared/settings';

const dollars = (about: string, fallback: number) =>
  wholeNumber({ about, unit: 'USD', fallback, min: 0, max: 1_000_000_000 });

/** Of WITHDRAWAL_PRICE_VOLUME_USD. */
export const priceVolumeUsdDefault = 10_000;

export const withdrawalSettings = {
  WITHDRAWAL_BASIC_USD: dollars('what a verified user without a second factor may withdraw in 24 hours', 500),
  WITHDRAWAL_ENHANCED_USD: dollars('what a verified user with a second factor may withdraw in 24 hours', 100_000),
  WITHDRAWAL_REVIEW_USD: dollars('from this on an operator approves a withdrawal', 10_000),
  WITHDRAWAL_REVIEW_DAY_USD: dollars(
    'from this sum of a user in 24 hours on an operator approves the next withdrawal',
    25_000,
  ),
  WITHDRAWAL_REVIEW_DAY_COUNT: wholeNumber({
    about: 'from this number of a user in 24 hours on an operator approves the next withdrawal',
    fallback: 10,
    max: 10_000,
  }),
  WITHDRAWAL_ADDRESS_WAIT_HOURS: wholeNumber({
    about:
      'how long a new saved address waits before API keys, and users who withdraw to saved addresses alone, may use it',
    unit: 'h',
    fallback: 24,
    min: 0,
    max: 24 * 30,
  }),
  WITHDRAWAL_TWO_PERSONS_USD: dollars(
    'from this sum of a user in 24 hours on two operators approve a withdrawal',
    50_000,
  ),
  WITHDRAWAL_PRICE_VOLUME_USD: dollars(
    'an operator approves a withdrawal of an asset without an index and without a market that trades so much in 24 hours',
    priceVolumeUsdDefault,
  ),
};

export interface WithdrawalRules {
  /** US dollars in 24 hours, by tier. */
  basicUsd: number;
  enhancedUsd: number;
  /** From these on an operator approves. */
  reviewUsd: number;
  reviewDayUsd: number;
  reviewDayCount: number;
  twoPersonsUsd: number;
  /** Of a new saved address, and of the allow-list after it was switched off. */
  addressWaitHours: number;
  /** The volume of 24 hours from which on the prices of a market are believed. */
  priceVolumeUsd: number;
}

export function withdrawalRulesOf(values: Record<keyof typeof withdrawalSettings, number>): WithdrawalRules {
  return {
    basicUsd: values.WITHDRAWAL_BASIC_USD,
    enhancedUsd: values.WITHDRAWAL_ENHANCED_USD,
    reviewUsd: values.WITHDRAWAL_REVIEW_USD,
    reviewDayUsd: values.WITHDRAWAL_REVIEW_DAY_USD,
    reviewDayCount: values.WITHDRAWAL_REVIEW_DAY_COUNT,
    twoPersonsUsd: values.WITHDRAWAL_TWO_PERSONS_USD,
    addressWaitHours: values.WITHDRAWAL_ADDRESS_WAIT_HOURS,
    priceVolumeUsd: values.WITHDRAWAL_PRICE_VOLUME_USD,
  };
}
