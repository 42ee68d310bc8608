import { Button } from '@mantine/core';
import type { Quiz } from '@pelican/shared/contracts/perpetual';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerQuiz, perpetualKeys, quizQuery } from '../../../api/perpetual.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { accountMessages } from '../account/messages.ts';
import { Refusal } from '../dialogs/dialog-parts.tsx';
import styles from './quiz.module.css';
import { QuizQuestion } from './quiz-question.tsx';

interface QuizDialogProps {
  /** Hears whether the quiz was passed. */
  onClose: (passed: boolean) => void;
}

/** Five questions on the risks of futures, before the first order. What is answered wrong is explained and asked again. */
export function QuizDialog({ onClose }: QuizDialogProps) {
  const { t } = useTranslation(accountMessages);
  const { data, error, refetch } = useQuery(quizQuery);
  return (
    <Dialog title={t('quiz.title')} onClose={() => onClose(false)}>
      {error && !data ? (
        <ErrorState title={t('quiz.failed')} error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <QuizForm quiz={data} onClose={onClose} />
      ) : (
        <Skeleton height={360} />
      )}
    </Dialog>
  );
}

function QuizForm({ quiz, onClose }: { quiz: Quiz } & QuizDialogProps) {
  const { t } = useTranslation(accountMessages);
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [answers, setAnswers] = useState<Record<string, number>>({});
  const [checked, setChecked] = useState(false);
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set());
  const send = useMutation({ mutationFn: () => answerQuiz(answers) });
  const isComplete = quiz.questions.every(({ id }) => answers[id] !== undefined);

  function focusFirst(ids: ReadonlySet<string>): void {
    const first = quiz.questions.findIndex(({ id }) => ids.has(id));
    form.current?.querySelectorAll('fieldset')[first]?.querySelector('input')?.focus();
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (!isComplete) {
      focusFirst(new Set(quiz.questions.filter(({ id }) => answers[id] === undefined).map(({ id }) => id)));
      return;
    }
    send.mutate(undefined, {
      onSuccess: (result) => {
        if (result.passed) {
          client.setQueryData<Quiz>(perpetualKeys.quiz, { ...quiz, passed: true });
          notify.success(t('quiz.passed'));
          onClose(true);
          return;
        }
        const ids = new Set(result.wrong);
        setWrong(ids);
        focusFirst(ids);
      },
    });
  }

  return (
    <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
      <p className="muted">{t('quiz.intro')}</p>
      {quiz.questions.map((question, at) => (
        <QuizQuestion
          key={question.id}
          number={at + 1}
          question={question}
          chosen={answers[question.id]}
          isMissing={checked && answers[question.id] === undefined}
          isWrong={wrong.has(question.id)}
          onChoose={(answer) => {
            setAnswers({ ...answers, [question.id]: answer });
            setWrong(new Set([...wrong].filter((id) => id !== question.id)));
          }}
        />
      ))}
      <p role="status" className={styles.result}>
        {wrong.size > 0 && t('quiz.wrong', { count: wrong.size })}
      </p>
      <Refusal error={send.error} />
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => onClose(false)}>
          {t('quiz.later')}
        </Button>
        <Button type="submit" loading={send.isPending}>
          {t('quiz.submit')}
        </Button>
      </div>
    </form>
  );
}
