/** Loans between users: what is shown of them, what operators do to them, and a drill. */
import { z } from 'zod';
import {
  type CompensationTopUp,
  changeLoanMoney,
  changeLoanPledge,
  type DrillDeps,
  decideLoanDispute,
  endLoanSale,
  type LoanDecisionOfOperator,
  orderLoanDrill,
  runLoansAsOf,
  sellLoanPledge,
  takeBackLoanSale,
  topUpCompensation,
  writeOffLoan,
} from '../../../modules/loans/index.ts';
import { switchLoans } from '../../../modules/system/index.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { deliver } from '../deliver.ts';
import { UsageError } from '../ops-errors.ts';
import { reasonInput, reasonOption, submit } from '../submit-action.ts';
import { loanLists } from './p2p-lists.ts';
import { showOneLoan } from './p2p-loan.ts';

const actions = {
  sell: sellLoanPledge,
  'take-back': takeBackLoanSale,
  'end-sale': endLoanSale,
  'write-off': writeOffLoan,
  decide: decideLoanDispute,
  money: changeLoanMoney,
  pledge: changeLoanPledge,
  'top-up': topUpCompensation,
  switch: switchLoans,
} as const;
type Name = keyof typeof actions;
const names = Object.keys(actions) as [Name, ...Name[]];

/** What each takes beside its name, as JSON. */
const examples: Record<Name, string> = {
  sell: '{"loan":7}',
  'take-back': '{"loan":7}',
  'end-sale': '{"loan":7}',
  'write-off': '{"loan":7}',
  decide: '{"loan":7,"decision":{"type":"compensate","to":"lender","amount":"12.5"}}',
  money: '{"ticker":"USDT","change":{"isOpen":false}}',
  pledge: '{"money":"USDT","ticker":"BTC","change":{"ltv":"0.6"}}',
  'top-up': '{"ticker":"USDT","amount":"1000","reference":"transfer 4711"}',
  switch: '{"value":{"take":true,"create":true},"version":0}',
};

const lists = Object.keys(loanLists) as [keyof typeof loanLists, ...(keyof typeof loanLists)[]];
const words = [...lists, 'loan', 'run', ...names] as const;

export const p2p = defineCommand({
  name: 'p2p',
  usage: `<${lists.join('|')}|loan ID|run --at ISO-TIME|${names.join('|')} JSON> [--reason TEXT]`,
  summary:
    'Loans between users: lists (those nearest to their sale), one loan, all jobs as of another time (demo), and what the console ' +
    `does to loans: sell '${examples.sell}'`,
  arguments: ['what', 'content'],
  options: { at: { type: 'string' }, ...reasonOption },
  input: z.object({
    what: z.enum(words, { error: `must be one of ${words.join(', ')}` }).default('at-risk'),
    content: z.string().optional(),
    at: z.iso.datetime({ offset: true, error: 'must be a time like 2026-12-24T18:00:00Z' }).optional(),
    ...reasonInput,
  }),
  run(context, { what, content, at, reason }) {
    if (what === 'run') return drill(context, at, reason);
    if (what === 'loan') return showOneLoan(context, idOf(content));
    if (what in loanLists) return loanLists[what as keyof typeof loanLists](context);
    return act(context, what as Name, { content, reason });
  },
});

interface Wanted {
  content: string | undefined;
  reason: string | undefined;
}

function act(context: OpsContext, name: Name, { content, reason }: Wanted): Promise<0> {
  if (content === undefined) throw new UsageError('<json> is missing');
  const wanted = actions[name];
  const payload = wanted.payload.safeParse(parsed(content));
  if (!payload.success) throw new UsageError(`<json> must be like ${examples[name]}`);
  return submit<unknown, unknown, unknown>(context, wanted as never, {
    payload: payload.data,
    reason,
    finish: () => context.print(`done: ${name} ${content}`),
  });
}

/** @throws UsageError */
function drill(context: OpsContext, at: string | undefined, reason: string | undefined): Promise<0> {
  if (at === undefined) throw new UsageError('--at is missing');
  const asOf = new Date(at);
  const { pool, config, redis } = context;
  return submit(context, orderLoanDrill, {
    payload: { at: asOf.toISOString() },
    reason,
    async finish() {
      const warn = (details: object, text?: string) => context.print(`${text}: ${JSON.stringify(details)}`);
      const deps = {
        pool,
        redis: await redis(),
        shards: config.shards,
        log: { warn, error: warn } as DrillDeps['log'],
        deliver: (subjects: string[]) => deliver(context, subjects),
      };
      for (const [job, count] of await runLoansAsOf(deps, asOf.getTime())) context.print(`${job}: ${count}`);
    },
  });
}

/** @throws UsageError */
function idOf(text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,14}$/.test(text)) throw new UsageError('<ID> must be the number of a loan');
  return Number(text);
}

/** @throws UsageError */
function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new UsageError('<json> is no JSON');
  }
}

/** Prints what became of it. */
export function finishDispute(context: OpsContext, { loan: id, decision, state }: LoanDecisionOfOperator): void {
  context.print(outcomeOf());

  function outcomeOf(): string {
    if (decision.type === 'sell') return `the pledge of loan ${id} is sold with the next fresh price`;
    if (decision.type === 'handOver' && state === 'liquidating')
      return `the sale of loan ${id} ends, and coins are handed over for what is owed then: the dispute stays open until it is divided`;
    return `the dispute about loan ${id} is decided: ${decision.type}`;
  }
}

/** Prints what became of it. */
export function finishCompensation(context: OpsContext, wanted: CompensationTopUp, isNew: boolean): void {
  context.print(
    isNew
      ? `${wanted.amount} ${wanted.ticker} are there to compensate sides of loans with`
      : `nothing is done: '${wanted.reference}' was used before`,
  );
}

/** Prints what became of it. */
export function finishLoanSwitch(context: OpsContext, { value }: { value: { take: boolean; create: boolean } }): void {
  context.print(`bids are ${value.take ? 'taken' : 'refused'}, new offers are ${value.create ? 'taken' : 'refused'}`);
}
