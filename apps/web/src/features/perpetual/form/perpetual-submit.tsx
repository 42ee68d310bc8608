import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { quizQuery } from '../../../api/perpetual.ts';
import { useSession } from '../../../api/session.ts';
import styles from '../../../terminal/form/order-form.module.css';
import { SubmitArea } from '../../../terminal/form/submit-area.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { usePerpetualMarket } from '../perpetual-market.ts';
import type { PerpetualFields } from './perpetual-fields.ts';
import { sideOf } from './perpetual-fields.ts';

const QuizDialog = lazyPart(() => import('../quiz/quiz-dialog.tsx').then((module) => module.QuizDialog));

/** Which orders a market refuses: all while it is halted, opening ones while it only closes. */
function closedKey(status: string, action: PerpetualFields['action']): string | null {
  if (status === 'open') return null;
  if (status === 'halted') return 'closed.halted';
  return action === 'close' ? null : `closed.${status}`;
}

/** The button of the form; before the first order that opens a position the quiz stands in its place. */
export function PerpetualSubmit({
  fields,
  label,
  sending,
}: {
  fields: PerpetualFields;
  label: string;
  sending: boolean;
}) {
  const { t } = useTranslation('perpetual');
  const { wire } = usePerpetualMarket();
  const { isSignedIn } = useSession();
  const { data: quiz } = useQuery({ ...quizQuery, enabled: isSignedIn });
  const [isQuizOpen, setQuizOpen] = useState(false);
  const closed = closedKey(wire.status, fields.action);
  const isClosing = fields.action === 'close';
  const quizFirst = isSignedIn && quiz?.passed === false && !isClosing;
  return (
    <>
      <SubmitArea
        side={sideOf(fields)}
        label={label}
        sending={sending}
        closed={closed && t(closed)}
        isClosing={isClosing}
        instead={
          quizFirst && (
            <>
              <p className={styles.hint}>{t('quiz.why')}</p>
              <button type="button" className={`${styles.submit} ${styles.link}`} onClick={() => setQuizOpen(true)}>
                {t('quiz.take')}
              </button>
            </>
          )
        }
      />
      {isQuizOpen && <QuizDialog onClose={() => setQuizOpen(false)} />}
    </>
  );
}
