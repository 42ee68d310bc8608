import type { TFunction } from 'i18next';
import { ApiError } from '../../api/api-error.ts';

/** The title that a refusal has beside its text. */
export const refusedTitle = (error: unknown, t: TFunction<'inr'>): { title?: string } =>
  error instanceof ApiError && error.code === 'inr_bank_not_found' ? { title: t('unknownTitle') } : {};
