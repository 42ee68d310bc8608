import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { quizQuery } from '../../../api/perpetual.ts';
import { useSession } from '../../../api/session.ts';
import { IconInfoCircle } from '../../../ui/icons.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { accountMessages } from '../account/messages.ts';
import styles from './quiz.module.css';

const QuizDialog = lazyPart(() => import('./quiz-dialog.tsx').then((module) => module.QuizDialog));

/** Says that the quiz comes before the first order, until it is passed. Nothing for those who are signed out. */
export function QuizBanner() {
  const { t } = useTranslation(accountMessages);
  const { isSignedIn } = useSession();
  const { data } = useQuery({ ...quizQuery, enabled: isSignedIn });
  const [isOpen, setOpen] = useState(false);
  if (!isSignedIn || !data || data.passed) return null;
  return (
    <>
      <div className={styles.banner}>
        <IconInfoCircle size={18} aria-hidden />
        <p>{t('quiz.banner')}</p>
        <Button size="compact-sm" onClick={() => setOpen(true)}>
          {t('quiz.start')}
        </Button>
      </div>
      {isOpen && <QuizDialog onClose={() => setOpen(false)} />}
    </>
  );
}
