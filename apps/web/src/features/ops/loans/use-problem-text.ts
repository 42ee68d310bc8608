import { orderRefusals, type SaleProblem } from '@pelican/shared/contracts/loans';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../parts/words.ts';

/** What holds a sale up, in words; orders that the market refuses have its code. */
export function useProblemText(): (problem: SaleProblem) => string {
  const { t } = useTranslation('ops-loans');
  return useCallback(
    (problem) => {
      const refusal = orderRefusals.find((one) => problem === `refused_${one}`);
      return refusal ? t('problem.refused', { code: wordsOf(refusal) }) : t(`problem.${problem}`, wordsOf(problem));
    },
    [t],
  );
}
