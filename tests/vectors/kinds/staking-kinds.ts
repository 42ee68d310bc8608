/** stake_state, stake_close, stake_run, stake_admit. */
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import {
  admitInvestment,
  closeRefusal,
  closeRefusalTexts,
  closeStake,
  earlyClose,
  hour,
  payoutAt,
  payoutTime,
  planRate,
  type Span,
  type Stake,
  type StakePosting,
  type StakingPlan,
  type StakingTerms,
  settleStake,
  stakingFigures,
  yearlyPercent2,
} from '@pelican/shared/staking';
import { rateOfPercent } from '../vector-instrument.ts';

interface TermsInput {
  term: 'fixed' | 'flexible';
  period: number;
  interest_period: number;
  value_period: number;
  redemption_period?: number;
  early?: StakingTerms['early'];
  /** Percent. */
  fee?: string;
}

function termsOf(input: TermsInput): StakingTerms {
  return {
    term: input.term,
    period: input.period,
    interestPeriod: input.interest_period,
    valuePeriod: input.value_period,
    redemptionPeriod: input.redemption_period ?? 0,
    early: input.early ?? 'none',
    feeRate: rateOfPercent(input.fee ?? '0'),
  };
}

interface HeldInput extends TermsInput {
  scale: number;
  opened_at: number;
  amount: string;
  percent: string;
}

function heldOf(input: HeldInput) {
  return {
    amount: parseBigUnits(input.amount, input.scale),
    rate: rateOfPercent(input.percent),
    start: input.opened_at + input.value_period * hour,
  };
}

export function runStakeState(input: HeldInput & { now: number }): object {
  const terms = termsOf(input);
  const held = heldOf(input);
  const figures = stakingFigures(held, terms, input.now);
  const text = (units: bigint) => formatBigUnits(units, input.scale);
  return {
    accrual_start: held.start,
    matures_at: figures.maturesAt,
    paid_count: figures.paidCount,
    paid: text(figures.paid),
    next_pay_at: figures.nextPayAt,
    next_payment: text(figures.nextPayment),
    earned: text(figures.earned),
    term_interest: figures.termInterest === null ? null : text(figures.termInterest),
    apr: formatBigUnits(yearlyPercent2(held.rate, terms.period), 2),
  };
}

interface CloseInput extends HeldInput {
  windows: Span[];
  withdrawal_blocked: boolean;
  closed_at: number;
}

export function runStakeClose(input: CloseInput): object {
  const terms = termsOf(input);
  const held = heldOf(input);
  const { windows, withdrawal_blocked: isBlocked, closed_at: at } = input;
  const blocks: Span[] = isBlocked ? [...windows, [at, Number.POSITIVE_INFINITY]] : windows;
  const code = closeRefusal(terms, blocks, at);
  if (code) return { ok: false, code, message: closeRefusalTexts[code] };
  const closed = earlyClose(held, terms, at);
  const text = (units: bigint) => formatBigUnits(units, input.scale);
  return {
    ok: true,
    paid: text(closed.paid),
    forfeited: text(closed.forfeited),
    fee: text(closed.fee),
    returned: text(closed.returned),
    net: text(closed.returned + closed.paid - held.amount),
    payout_at: payoutTime(terms, windows, at),
  };
}

interface RunInput {
  scale: number;
  plan: TermsInput & { terms: { from: number; percent: string }[]; finished_at: number | null; windows: Span[] };
  stake: { id: number; amount: string; opened_at: number; auto_cancel: number };
  calls: { at: number; do: 'run' | 'close' | 'auto_cancel'; value?: number }[];
}

export function runStakeRun(input: RunInput): object {
  const plan: StakingPlan = {
    ...termsOf(input.plan),
    rates: input.plan.terms.map(({ from, percent }) => ({ from, rate: rateOfPercent(percent) })),
    finishedAt: input.plan.finished_at,
    windows: input.plan.windows,
    canReserve: () => true,
    tdsRateAt: () => 0n,
  };
  const { id, amount, opened_at: openedAt, auto_cancel: autoCancel } = input.stake;
  let stake: Stake = {
    id,
    amount: parseBigUnits(amount, input.scale),
    rate: planRate(plan, openedAt),
    start: openedAt + plan.valuePeriod * hour,
    state: 'OPEN',
    termNumber: 1,
    paidCount: 0,
    interestPaid: 0n,
    isAutoCancelled: autoCancel === 1,
    forfeited: 0n,
    fee: 0n,
    endedAt: null,
    returnedAt: null,
  };
  const postings: StakePosting[] = [];
  const settle = (now: number) => {
    const settled = settleStake(stake, plan, now);
    stake = settled.stake;
    postings.push(...settled.postings);
    return settled.postings.length;
  };
  const answers = input.calls.map((call) => {
    const posted = settle(call.at);
    if (call.do === 'run') return `${posted} posted`;
    if (call.do === 'auto_cancel') {
      if (stake.state !== 'OPEN') return 'already_closed';
      stake = { ...stake, isAutoCancelled: call.value === 1 };
      return 'ok';
    }
    const closed = closeStake(stake, plan, call.at);
    if (typeof closed === 'string') return closed;
    stake = closed;
    settle(call.at);
    return 'ok';
  });
  const text = (units: bigint) => formatBigUnits(units, input.scale);
  return {
    answers,
    postings: postings.map(({ key, due, legs }) => ({
      key,
      due,
      legs: Object.fromEntries(Object.entries(legs).map(([account, change]) => [account, text(change)])),
    })),
    state: stake.state,
    term: stake.termNumber,
    interest_paid: text(stake.interestPaid),
    payout_at: payoutAt(stake, plan),
  };
}

interface AdmitInput {
  scale: number;
  now: number;
  plan: TermsInput & {
    status: 'PENDING' | 'ACTIVE' | 'FINISHED' | 'HIDE';
    start_date: number;
    percent: string;
    deposit_blocked: boolean;
    windows: Span[];
    minInvest: string;
    maxInvest: string;
    amount: string;
    total_amount: string;
    fund: string;
    reserved: string;
  };
  user: { kyc: boolean; invested: string; main_available: string };
  request: { amount?: unknown };
}

export function runStakeAdmit({ scale, now, plan, user, request }: AdmitInput): object {
  const units = (text: string) => parseBigUnits(text, scale);
  const admitted = admitInvestment(
    {
      ...termsOf(plan),
      status: plan.status,
      scale,
      opensAt: plan.start_date,
      rate: rateOfPercent(plan.percent),
      isDepositBlocked: plan.deposit_blocked,
      depositWindows: plan.windows,
      minInvest: units(plan.minInvest),
      maxInvest: units(plan.maxInvest),
      capacity: units(plan.amount),
      invested: units(plan.total_amount),
      fund: units(plan.fund),
      reserved: units(plan.reserved),
    },
    { isVerified: user.kyc, invested: units(user.invested), available: units(user.main_available) },
    request.amount,
    now,
  );
  if ('code' in admitted) {
    const { status, code, reason } = admitted;
    return { ok: false, status, code, message: ['Error making investment', ...(reason === null ? [] : [reason])] };
  }
  return {
    ok: true,
    status: 200,
    reserve: formatBigUnits(admitted.reserve, scale),
    accrual_start: admitted.start,
    matures_at: admitted.maturesAt,
  };
}
