/** ieo_session, ieo_finish, ieo_release, ieo_admit. */
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import {
  admitCommitment,
  type Commitment,
  endOffering,
  releasesOf,
  type SessionCurrency,
  sessionPrice8,
  shareOut,
} from '@pelican/shared/offerings';
import { parse8, rateOfPercent, text8 } from '../vector-instrument.ts';

interface SessionInput {
  token_scale: number;
  token_step: string;
  price: string;
  discount: string;
  supply: string;
  hard_cap: string;
  raised_before: string;
  airdrop_bonus: string;
  currencies: Record<string, { scale: number; rate: string | null }>;
  commitments: { seq: number; user: number; currency: string; amount: string }[];
}

export function runOfferingSession(input: SessionInput): object {
  const tokens = (text: string) => parseBigUnits(text, input.token_scale);
  const tokenText = (units: bigint) => formatBigUnits(units, input.token_scale);
  const currencies = new Map(
    Object.entries(input.currencies).flatMap(([ticker, { scale, rate }]): [string, SessionCurrency][] =>
      rate === null ? [] : [[ticker, { one: 10n ** BigInt(scale), rate8: parse8(rate) }]],
    ),
  );
  const scaleOf = (ticker: string) => input.currencies[ticker]?.scale ?? 0;
  const tickers = new Map<number, string>();
  const commitments = new Map<number, Commitment>();
  for (const { user, currency: ticker, amount } of input.commitments.toSorted((a, b) => a.seq - b.seq)) {
    const currency = currencies.get(ticker);
    if (!currency) throw new RangeError(`${ticker} is not accepted`);
    const before = commitments.get(user)?.amount ?? 0n;
    tickers.set(user, ticker);
    commitments.set(user, { user, currency, amount: before + parseBigUnits(amount, scaleOf(ticker)) });
  }
  const price8 = sessionPrice8(parse8(input.price), rateOfPercent(input.discount));
  const shared = shareOut(
    {
      price8,
      token: tokens('1'),
      step: tokens(input.token_step),
      supply: tokens(input.supply),
      hardCap8: parse8(input.hard_cap),
      raisedBefore8: parse8(input.raised_before),
      bonusRate: rateOfPercent(input.airdrop_bonus),
    },
    [...commitments.values()],
  );
  const escrow = new Map([...currencies.keys()].map((ticker) => [ticker, 0n]));
  const rows = shared.rows.map(({ user, value8, demand, tokens: bought, bonus, cost, refund }) => {
    const ticker = tickers.get(user) ?? '';
    escrow.set(ticker, (escrow.get(ticker) ?? 0n) + cost);
    return {
      user,
      value: text8(value8),
      demand: tokenText(demand),
      tokens: tokenText(bought),
      bonus: tokenText(bonus),
      cost: formatBigUnits(cost, scaleOf(ticker)),
      refund: formatBigUnits(refund, scaleOf(ticker)),
    };
  });
  return {
    price: text8(price8),
    available: tokenText(shared.available),
    demand: tokenText(shared.demand),
    subscribed: formatBigUnits(shared.subscribed2, 2),
    rows,
    sold: tokenText(shared.sold),
    unsold: tokenText(shared.unsold),
    raised: text8(shared.raised8),
    raised_total: text8(shared.raisedTotal8),
    hard_cap_reached: shared.isHardCapReached,
    escrow: Object.fromEntries([...escrow].map(([ticker, cost]) => [ticker, formatBigUnits(cost, scaleOf(ticker))])),
  };
}

interface FinishInput {
  soft_cap: string;
  raised: string;
  canceled: boolean;
  fee_percent: string;
  currencies: Record<string, { scale: number }>;
  escrow: Record<string, string>;
  token_scale: number;
  token_escrow: string;
  buyers: { user: number; currency: string; cost: string; tokens: string; bonus: string }[];
}

export function runOfferingFinish(input: FinishInput): object {
  const scaleOf = (ticker: string) => input.currencies[ticker]?.scale ?? 0;
  const tokens = (text: string) => parseBigUnits(text, input.token_scale);
  const end = endOffering(
    {
      raised: parse8(input.raised),
      softCap: parse8(input.soft_cap),
      isCanceled: input.canceled,
      feeRate: rateOfPercent(input.fee_percent),
      escrow: new Map(
        Object.entries(input.escrow).map(([ticker, taken]) => [ticker, parseBigUnits(taken, scaleOf(ticker))]),
      ),
      tokenEscrow: tokens(input.token_escrow),
    },
    input.buyers.map((buyer) => ({
      user: buyer.user,
      currency: buyer.currency,
      cost: parseBigUnits(buyer.cost, scaleOf(buyer.currency)),
      tokens: tokens(buyer.tokens),
      bonus: tokens(buyer.bonus),
    })),
  );
  const texts = (sums: Map<string, bigint>) =>
    Object.fromEntries([...sums].map(([ticker, sum]) => [ticker, formatBigUnits(sum, scaleOf(ticker))]));
  return {
    result: end.result,
    status: end.status,
    issuer: texts(end.issuer),
    fees: texts(end.fees),
    refunds: end.refunds.map(({ user, currency, amount }) => ({
      user,
      currency,
      amount: formatBigUnits(amount, scaleOf(currency)),
    })),
    tokens_locked: formatBigUnits(end.tokensLocked, input.token_scale),
    tokens_to_issuer: formatBigUnits(end.tokensToIssuer, input.token_scale),
  };
}

interface ReleaseInput {
  token_scale: number;
  tokens: string;
  bonus: string;
  claim_start: number;
  schedule: { days: number; percent: string }[];
  now: number;
}

export function runOfferingRelease(input: ReleaseInput): object {
  const tokens = (text: string) => parseBigUnits(text, input.token_scale);
  const text = (units: bigint) => formatBigUnits(units, input.token_scale);
  const whole = tokens(input.tokens) + tokens(input.bonus);
  const vesting = input.schedule.map(({ days, percent }) => ({ days, rate: rateOfPercent(percent) }));
  const releases = releasesOf(whole, input.claim_start, vesting);
  const released = releases.reduce((sum, { at, amount }) => (at <= input.now ? sum + amount : sum), 0n);
  return {
    releases: releases.map(({ number, at, amount }) => ({ n: number, at, amount: text(amount) })),
    released: text(released),
    locked: text(whole - released),
    next_at: releases.find(({ at }) => at > input.now)?.at ?? null,
  };
}

interface AdmitInput {
  now: number;
  project: {
    slug: string;
    ticker: string;
    sessions: { stage: number; start: number; end: number }[];
    currencies: Record<string, { scale: number; rate: string | null }>;
    min: string;
    max: string;
    barred: string[];
  };
  user: {
    signed_in: boolean;
    kyc: boolean;
    country: string | null;
    ip_country: string | null;
    invested: string;
    session_currency: string | null;
    main_available: Record<string, string>;
  };
  request: { token?: unknown; currency?: unknown; amount?: unknown };
}

/** Decimals of balances; a file may name currencies that the offering does not take. */
const fine = 18;

export function runOfferingAdmit({ now, project, user, request }: AdmitInput): object {
  const currencies = Object.entries(project.currencies).map(
    ([ticker, { scale, rate }]) => [ticker, { scale, rate8: rate === null ? null : parse8(rate) }] as const,
  );
  const balances = Object.entries(user.main_available).map(([ticker, available]) => {
    const scale = project.currencies[ticker]?.scale ?? fine;
    return [ticker, parseBigUnits(available, fine) / 10n ** BigInt(fine - scale)] as const;
  });
  const admitted = admitCommitment(
    {
      slug: project.slug,
      ticker: project.ticker,
      sessions: project.sessions,
      currencies: new Map(currencies),
      min8: parse8(project.min),
      max8: parse8(project.max),
      barred: project.barred,
    },
    {
      isSignedIn: user.signed_in,
      isVerified: user.kyc,
      country: user.country,
      addressCountry: user.ip_country,
      invested8: parse8(user.invested),
      sessionCurrency: user.session_currency,
      available: new Map(balances),
    },
    { token: request.token, currency: request.currency, amount: request.amount },
    now,
  );
  if ('code' in admitted) return { ok: false, ...refusalOf(admitted) };
  return { ok: true, status: 200, stage: admitted.stage, value: text8(admitted.value8) };
}

/** A refusal of rights has its own words only, one of a stranger none. */
function refusalOf({ status, code, reason }: { status: number; code: string; reason: string | null }): object {
  if (status === 401) return { status, code, message: null };
  const words = reason === null ? [] : [reason];
  return { status, code, message: status === 403 ? words : ['Failed to participate', ...words] };
}
