import type { Quiz } from '@pelican/shared/contracts/perpetual';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { IconExclamationCircle, IconInfoCircle } from '../../../ui/icons.ts';
import { accountMessages } from '../account/messages.ts';
import styles from './quiz.module.css';

interface QuizQuestionProps {
  number: number;
  question: Quiz['questions'][number];
  /** Index of the answer; undefined: none yet. */
  chosen: number | undefined;
  isMissing: boolean;
  /** The answer that was sent was wrong: why is said below. */
  isWrong: boolean;
  onChoose: (answer: number) => void;
}

export function QuizQuestion({ number, question, chosen, isMissing, isWrong, onChoose }: QuizQuestionProps) {
  const { t } = useTranslation(accountMessages);
  const noteId = useId();
  const hasNote = isMissing || isWrong;
  return (
    <fieldset
      className={styles.question}
      data-wrong={isWrong || undefined}
      aria-describedby={hasNote ? noteId : undefined}
    >
      <legend>
        {number}. {question.question}
      </legend>
      {question.answers.map((answer, at) => (
        <label key={answer} className={styles.answer}>
          <input type="radio" name={`quiz-${question.id}`} checked={chosen === at} onChange={() => onChoose(at)} />
          <span>{answer}</span>
        </label>
      ))}
      {hasNote && (
        <p id={noteId} className={isWrong ? styles.explanation : styles.missing}>
          {isWrong ? <IconInfoCircle size={16} aria-hidden /> : <IconExclamationCircle size={16} aria-hidden />}
          <span>
            {isWrong ? t(`quiz.explain.${question.id}`, { defaultValue: t('quiz.explainDefault') }) : t('quiz.missing')}
          </span>
        </p>
      )}
    </fieldset>
  );
}
