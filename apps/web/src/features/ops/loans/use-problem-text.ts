import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../parts/words.ts';

const refused = 'refused_';

/** What holds a sale up, in words; orders that the market refuses have its code. */
export function useProblemText(): (problem: string) => string {
  const { t } = useTranslation('ops-loans');
  return useCallback(
    (problem) =>
      problem.startsWith(refused)
        ? t('problem.refused', { code: wordsOf(problem.slice(refused.length)) })
        : t(`problem.${problem}`, wordsOf(problem)),
    [t],
  );
}
