import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { formatUpTo, groupingOf } from '../../../ui/format.ts';
import type { Figures } from './term-fields.ts';

const decimals = 8;

/** A figure of the terms with its unit. */
export function useFigureText(): (kind: Figures[string] | undefined, text: string, money: string) => string {
  const { t } = useTranslation('ops-loans');
  return useCallback(
    (kind, text, money) => {
      if (kind === 'days') return t('terms.days', { count: Number(text) });
      if (kind === 'percent') return `${text} %`;
      return kind === 'amount' ? `${formatUpTo(text, decimals, groupingOf(money))} ${money}` : text;
    },
    [t],
  );
}
