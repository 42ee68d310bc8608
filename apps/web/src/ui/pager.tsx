import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatTotal } from './format.ts';
import { IconChevronLeft, IconChevronRight } from './icons.ts';
import styles from './pager.module.css';

interface PagerProps {
  offset: number;
  limit: number;
  total: number;
  onChange: (offset: number) => void;
}

/** "101–200 of 340" with a step back and forth; nothing when all is on one page. */
export function Pager({ offset, limit, total, onChange }: PagerProps) {
  const { t } = useTranslation();
  if (total <= limit && offset === 0) return null;
  const last = Math.min(offset + limit, total);
  return (
    <nav className={styles.pager} aria-label={t('paging.label')}>
      <ActionIcon
        size={40}
        aria-label={t('paging.previous')}
        disabled={offset === 0}
        onClick={() => onChange(Math.max(0, offset - limit))}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <span className="tabular">
        {t('paging.range', { from: Math.min(offset + 1, total), to: last, total: formatTotal(total) })}
      </span>
      <ActionIcon
        size={40}
        aria-label={t('paging.next')}
        disabled={last >= total}
        onClick={() => onChange(offset + limit)}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </nav>
  );
}
