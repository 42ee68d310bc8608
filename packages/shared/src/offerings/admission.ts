/** Whether money may be committed to an offering (docs/staking-and-offerings.md, "Committing"). Times in seconds. */
import {
  aboveMaximum,
  belowMinimum,
  notEnoughBalance,
  notVerified,
  type Refusal,
  readAmount,
  refusal,
} from '../participation/refusals.ts';
import { committedValue8 } from './share-out.ts';
import { runningSession } from './status.ts';

/** Of the reference money. */
const valueScale = 8;

export interface OfferingTerms {
  slug: string;
  ticker: string;
  sessions: readonly { stage: number; start: number; end: number }[];
  /** Decimals, and reference money for one, 10^-8; null: it has no rate in this session. */
  currencies: ReadonlyMap<string, { scale: number; rate8: bigint | null }>;
  /** Value of one commitment, 10^-8. */
  min8: bigint;
  /** Value of all of a user's; 0: no limit. */
  max8: bigint;
  /** Countries, those that are barred from every offering among them. */
  barred: readonly string[];
}

export interface Buyer {
  isSignedIn: boolean;
  isVerified: boolean;
  /** By identity documents; null: unknown. */
  country: string | null;
  /** By address; null: unknown. */
  addressCountry: string | null;
  /** Value taken in earlier sessions and committed in this one, 10^-8. */
  invested8: bigint;
  /** Of what he has committed in this session; null: nothing. */
  sessionCurrency: string | null;
  /** By currency, in its units. */
  available: ReadonlyMap<string, bigint>;
}

export interface AcceptedCommitment {
  stage: number;
  amount: bigint;
  value8: bigint;
}

/** The first rule that is broken refuses. @param request as it was sent */
export function admitCommitment(
  offering: OfferingTerms,
  buyer: Buyer,
  request: { token: unknown; currency: unknown; amount: unknown },
  now: number,
): AcceptedCommitment | Refusal {
  if (!buyer.isSignedIn) return refusal(401, 'unauthorized');
  if (request.token !== offering.slug && request.token !== offering.ticker)
    return refusal(404, 'token_unknown', 'Token param does not exist');
  if (!buyer.isVerified) return notVerified;
  if ([buyer.country, buyer.addressCountry].some((country) => country !== null && offering.barred.includes(country)))
    return refusal(403, 'region_barred', "Sorry, but your region can't participate in this IEO");
  const session = runningSession(offering.sessions, now);
  if (!session) return refusal(409, 'session_not_open');
  const { currency: ticker } = request;
  const currency = typeof ticker === 'string' ? offering.currencies.get(ticker) : undefined;
  if (typeof ticker !== 'string' || !currency || currency.rate8 === null) return refusal(422, 'currency_not_accepted');
  const amount = readAmount(request.amount, currency.scale);
  if (typeof amount !== 'bigint') return amount;
  const value8 = committedValue8({ one: 10n ** BigInt(currency.scale), rate8: currency.rate8 }, amount);
  if (value8 < offering.min8) return belowMinimum(offering.min8, valueScale);
  if (offering.max8 > 0n && buyer.invested8 + value8 > offering.max8)
    return aboveMaximum(offering.max8 - buyer.invested8, valueScale);
  if (buyer.sessionCurrency !== null && buyer.sessionCurrency !== ticker) return refusal(409, 'one_currency');
  if (amount > (buyer.available.get(ticker) ?? 0n)) return notEnoughBalance;
  return { stage: session.stage, amount, value8 };
}
