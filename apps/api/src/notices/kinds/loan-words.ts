/** What notices of loans are made of: each says which loan it is about, to whom, and under which codes of the specification. */
import type { Language } from '@pelican/shared/contracts/system';
import * as z from 'zod/mini';
import { type NoticeKind, type NoticeText, noticeKind, type TextOf } from '../notice-kind.ts';
import { amountText } from './words.ts';

const money = z.object({ amount: z.string(), ticker: z.string() });

const loanFacts = z.object({
  loanId: z.number(),
  role: z.enum(['lend', 'borrow']),
  /** 1 to a lender, 2 to a borrower, 3 about interest. */
  type: z.number(),
  /** What has happened, by the codes of the list of notices of loans; those from 30 on are ours. */
  status: z.number(),
  lent: money,
  days: z.number(),
  /** Of a day. */
  percent: z.string(),
  /** What the notice is about: interest, a repayment, coins. */
  moved: z.optional(money),
  /** Of one coin, when levels are told of. */
  price: z.optional(z.string()),
});
export type LoanNoticePayload = z.infer<typeof loanFacts>;

interface Words {
  /** '500 USDT' */
  loan: string;
  amount: string;
  days: number;
  percent: string;
  price: string;
}
type Sentences = (words: Words) => readonly [title: string, text: string];

export function loanText(of: Record<Language, Sentences>): Record<Language, TextOf<LoanNoticePayload>> {
  const render =
    (language: Language) =>
    ({ lent, moved, days, percent, price = '' }: LoanNoticePayload): NoticeText => {
      const amount = moved ? amountText(moved.amount, moved.ticker, language) : '';
      const loan = amountText(lent.amount, lent.ticker, language);
      const [title, text] = of[language]({ loan, amount, days, percent, price });
      return { title, text };
    };
  return { en: render('en'), hi: render('hi') };
}

type LoanKind = Omit<NoticeKind<typeof loanFacts>, 'category' | 'payload'>;

export function aboutLoan(kind: LoanKind): NoticeKind<typeof loanFacts> {
  return noticeKind({ category: 'wallet', payload: loanFacts, ...kind });
}
