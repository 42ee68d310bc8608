/** What operators do: two of them decide about disputes, sales and what is given up, one alone closes a coin. */
import { between, count, pick } from '../money/client.ts';
import { pledges } from './requests.ts';
import type { LoanClient, LoanInBook, LoanOperation } from './run.ts';

interface Asked {
  status: string;
  request?: { id: number; hash: string };
}

/** One asks for it, another approves what was asked. What has happened to the loan in between makes it void. */
export async function byTwo(
  { run, dice }: Pick<LoanClient, 'run' | 'dice'>,
  name: string,
  path: string,
  body: object = {},
): Promise<boolean> {
  const one = pick(dice, run.operators);
  const other = pick(
    dice,
    run.operators.filter((operator) => operator !== one),
  );
  const send = async (by: typeof one, where: string, what: object) => {
    const answer = await by.send('POST', `/v2/ops/${where}`, { reason: 'looked into it', ...what });
    if (answer?.status === 500) run.faults.push(`${where} ${JSON.stringify(what)}: ${JSON.stringify(answer.body)}`);
    if (answer && (answer.status >= 300 || answer.body.code !== undefined))
      count(run.refusals, `${name} ${answer.body.code}`);
    return answer;
  };
  const asked = await send(one, path, body);
  if (!asked || asked.status >= 300) return false;
  const { request } = asked.body as unknown as Asked;
  const done = request ? await send(other, `requests/${request.id}/approve`, { hash: request.hash }) : asked;
  const isDone = done !== undefined && done.status < 300 && done.body.code === undefined;
  if (isDone) count(run.done, `operators: ${name}`);
  return isDone;
}

function oneOf({ run, dice }: LoanClient, isWanted: (loan: LoanInBook) => boolean): LoanInBook | undefined {
  const all = run.loans.filter(isWanted);
  return all.length === 0 ? undefined : pick(dice, all);
}

export const decidingOperations: Record<string, LoanOperation> = {
  decideDispute: {
    weight: 2,
    async run(client) {
      const loan = oneOf(client, ({ dispute }) => dispute !== null);
      if (!loan?.dispute) return;
      const { lenderDays, borrowerDays } = loan.dispute;
      const { dice } = client;
      const agreed = lenderDays !== null && lenderDays === borrowerDays ? [{ type: 'extend', days: lenderDays }] : [];
      const decision = pick<{ type: string }>(dice, [
        ...agreed,
        ...agreed,
        { type: 'dismiss' },
        { type: 'waive' },
        { type: 'sell' },
        {
          type: 'compensate',
          to: pick(dice, ['lender', 'borrower']),
          amount: String(between(dice, 1, 20)),
        } as object & {
          type: string;
        },
      ]);
      await byTwo(client, decision.type, `p2p/loans/${loan.id}/decide`, { decision });
    },
  },
  sellAnyway: {
    weight: 1,
    async run(client) {
      const loan = client.dice() < 0.3 && oneOf(client, ({ state }) => state === 'active' || state === 'overdue');
      if (loan) await byTwo(client, 'sell a pledge', `p2p/loans/${loan.id}/sell`);
    },
  },
  endSale: {
    weight: 1,
    async run(client) {
      const loan = client.dice() < 0.5 && oneOf(client, ({ state }) => state === 'liquidating');
      if (loan) await byTwo(client, 'end a sale', `p2p/loans/${loan.id}/end-sale`);
    },
  },
  writeOff: {
    weight: 1,
    async run(client) {
      const loan = client.dice() < 0.3 && oneOf(client, ({ state }) => state === 'defaulted');
      if (loan) await byTwo(client, 'write off', `p2p/loans/${loan.id}/write-off`);
    },
  },
  switchCoin: {
    weight: 1,
    async run(client) {
      const { dice } = client;
      const ticker = pick(dice, pledges.slice(1));
      const isOpen = dice() < 0.7;
      const change = { money: 'USDT', ticker, change: { isOpen } };
      await byTwo(client, isOpen ? 'open a coin' : 'close a coin', 'p2p/settings/pledge', change);
    },
  },
};
