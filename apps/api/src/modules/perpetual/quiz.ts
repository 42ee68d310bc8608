/** The quiz that comes before the first perpetual order: five questions, one right answer each. */
import type { Quiz } from '@pelican/shared/contracts/perpetual';
import type { Queryable } from '../../platform/database/index.ts';

interface QuizQuestion {
  id: string;
  question: string;
  answers: readonly string[];
  /** Index of the right answer. */
  right: number;
}

const questions: readonly QuizQuestion[] = [
  {
    id: 'realized_pnl',
    question: 'When is the profit or loss of a position realized?',
    answers: [
      'As soon as the mark price moves',
      'When the position, or a part of it, is closed',
      'At midnight each day',
      'Only when money is moved to another wallet',
    ],
    right: 1,
  },
  {
    id: 'leverage',
    question: 'What does a higher leverage do?',
    answers: [
      'It lowers the fees of each order',
      'It makes a loss impossible beyond the first margin call',
      'It lets less margin carry a larger position, so profits and losses weigh more and liquidation is nearer',
      'It raises the profit and leaves the loss as it is',
    ],
    right: 2,
  },
  {
    id: 'mark_price',
    question: 'Which price decides whether a position is liquidated?',
    answers: ['The last traded price', 'The best bid', 'The price at which the position was opened', 'The mark price'],
    right: 3,
  },
  {
    id: 'maximum_loss',
    question: 'How much can be lost at most in cross margin mode?',
    answers: [
      'All money in the futures wallet',
      'The margin of the one position',
      'Ten percent of the position',
      'Nothing, if a stop-loss is set',
    ],
    right: 0,
  },
  {
    id: 'risks',
    question: 'Perpetual swaps are risky, and I may lose all that I put in. Do I accept that?',
    answers: ['No, the exchange covers my losses', 'Yes, I know the risks and accept them', 'I do not know'],
    right: 1,
  },
];

/** The questions without their answers. */
export function viewQuiz(passed: boolean): Quiz {
  return { passed, questions: questions.map(({ id, question, answers }) => ({ id, question, answers: [...answers] })) };
}

/** Ids of the questions that were answered wrong, or not at all. */
export function wrongAnswers(answers: Readonly<Record<string, number>>): string[] {
  return questions.filter(({ id, right }) => answers[id] !== right).map(({ id }) => id);
}

export async function hasPassedQuiz(db: Queryable, userId: number): Promise<boolean> {
  const { rows } = await db.query<{ passed: boolean }>(
    'SELECT futures_quiz_passed_at IS NOT NULL AS passed FROM users WHERE id = $1',
    [userId],
  );
  return rows[0]?.passed ?? false;
}
