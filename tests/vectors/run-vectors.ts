/** Runs the cases of a file of worked examples through the product's formulas and says where they differ. */
import { runCrossAccount, runCrossTakeover } from './kinds/account-kinds.ts';
import { runBurnItem, runForkStage, runHungerGame, runSignUpBonus } from './kinds/campaign-kinds.ts';
import { runCompetitionRank } from './kinds/competition-kind.ts';
import { runDeleveraging } from './kinds/deleveraging-kinds.ts';
import { runFundingRate, runFundingSettlement, runPremium } from './kinds/funding-kinds.ts';
import { runFundOrder, runPartialLiquidation, runTakeover } from './kinds/liquidation-kinds.ts';
import { runInterestTds, runLoanLevel, runLoanPledge, runLoanPrice, runLoanStart } from './kinds/loan-formula-kinds.ts';
import { runLoanAccrual, runLoanRepay } from './kinds/loan-life-kinds.ts';
import { runLoanOffer } from './kinds/loan-offer-kind.ts';
import { runLoanLiquidation } from './kinds/loan-sale.ts';
import { runLoanScenario } from './kinds/loan-scenario-kind.ts';
import { runMarginAdjust, runSetLeverage } from './kinds/margin-kinds.ts';
import { runOfferingAdmit, runOfferingFinish, runOfferingRelease, runOfferingSession } from './kinds/offering-kinds.ts';
import { runMaxSize, runOrderCost } from './kinds/order-kinds.ts';
import { runCharges, runLimits, runOrderAmounts, runQuotePrice } from './kinds/otc-kinds.ts';
import { runClose, runPosition } from './kinds/position-kinds.ts';
import { runIndexPrice, runMarkPrice, runPriceLimit } from './kinds/price-kinds.ts';
import { runScenario } from './kinds/scenario-kind.ts';
import { runSignature } from './kinds/signature-kind.ts';
import { runStakeAdmit, runStakeClose, runStakeRun, runStakeState } from './kinds/staking-kinds.ts';
import { runTotp } from './kinds/totp-kind.ts';
import { runTrigger } from './kinds/trigger-kinds.ts';
import { runVerhoeff } from './kinds/verhoeff-kind.ts';
import type { VectorCase, VectorFile } from './vector-file.ts';
import { VectorInstruments } from './vector-instrument.ts';

/** What a case of the kind has for input is the file's matter; a kind reads what it needs. */
type KindRunner = (input: never, instruments: VectorInstruments) => object;

const kinds = new Map<string, KindRunner>(
  Object.entries({
    order_cost: runOrderCost,
    max_size: runMaxSize,
    position: runPosition,
    close: runClose,
    set_leverage: runSetLeverage,
    margin_adjust: runMarginAdjust,
    cross_account: runCrossAccount,
    cross_takeover: runCrossTakeover,
    index_price: runIndexPrice,
    mark_price: runMarkPrice,
    price_limit: runPriceLimit,
    premium: runPremium,
    funding_rate: runFundingRate,
    funding_settle: runFundingSettlement,
    takeover: runTakeover,
    liq_engine: runFundOrder,
    partial_liquidation: runPartialLiquidation,
    adl: runDeleveraging,
    trigger: runTrigger,
    scenario: runScenario,
    p2p_price: runLoanPrice,
    p2p_pledge: runLoanPledge,
    p2p_start: runLoanStart,
    p2p_accrual: runLoanAccrual,
    p2p_repay: runLoanRepay,
    p2p_interest_tds: runInterestTds,
    p2p_level: runLoanLevel,
    p2p_liquidation: runLoanLiquidation,
    p2p_offer: runLoanOffer,
    p2p_scenario: runLoanScenario,
    totp: runTotp,
    verhoeff: runVerhoeff,
    signature: runSignature,
    otc_quote_price: runQuotePrice,
    otc_order_amounts: runOrderAmounts,
    otc_charges: runCharges,
    otc_limits: runLimits,
    stake_state: runStakeState,
    stake_close: runStakeClose,
    stake_run: runStakeRun,
    stake_admit: runStakeAdmit,
    competition_rank: runCompetitionRank,
    ieo_session: runOfferingSession,
    ieo_finish: runOfferingFinish,
    ieo_release: runOfferingRelease,
    ieo_admit: runOfferingAdmit,
    burn_item: runBurnItem,
    signup_bonus: runSignUpBonus,
    fork_stage: runForkStage,
    hunger_game: runHungerGame,
  }),
);

export interface VectorResult {
  id: string;
  kind: string;
  title: string;
  /** Empty when the case passed. */
  differences: string[];
}

/** Every case by itself, in the order of the file: one that throws is a failure of that case alone. */
export function runVectors(file: VectorFile): VectorResult[] {
  const instruments = new VectorInstruments(file.instruments);
  return file.vectors.map((one) => {
    const { kind, title = '' } = one;
    const id = one.id ?? one.name ?? '';
    return { id, kind, title, differences: differencesOf(one, instruments) };
  });
}

function differencesOf(one: VectorCase, instruments: VectorInstruments): string[] {
  const run = kinds.get(one.kind);
  if (!run) return [`unknown kind ${one.kind}`];
  try {
    const actual = run(one.in as never, instruments);
    return compare('', one.out, actual);
  } catch (error) {
    return [String(error)];
  }
}

/** Every field that is expected, to the last digit; lists have the same length. */
function compare(path: string, expected: unknown, actual: unknown): string[] {
  if (typeof expected !== 'object' || expected === null) {
    return Object.is(expected, actual) ? [] : [`${path}: expected ${show(expected)}, got ${show(actual)}`];
  }
  if (typeof actual !== 'object' || actual === null || Array.isArray(expected) !== Array.isArray(actual))
    return [`${path}: expected ${show(expected)}, got ${show(actual)}`];
  const found = new Map(Object.entries(actual));
  const differences = Object.entries(expected).flatMap(([name, value]) =>
    compare(path === '' ? name : `${path}.${name}`, value, found.get(name)),
  );
  if (Array.isArray(expected) && Array.isArray(actual) && actual.length > expected.length)
    differences.push(`${path}: expected ${expected.length} entries, got ${actual.length}`);
  return differences;
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
