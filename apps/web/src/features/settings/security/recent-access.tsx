import { Checkbox } from '@mantine/core';
import type { RecentAccess as Recent } from '@pelican/shared/contracts/security';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../ui/format-time.ts';
import styles from './security.module.css';

interface RecentAccessProps {
  recent: readonly Recent[];
  isKept: boolean;
  onKeep: (isKept: boolean) => void;
}

/** Second factors and API keys of the last days: with the password they go, unless the person says that they are their own. */
export function RecentAccess({ recent, isKept, onKeep }: RecentAccessProps) {
  const { t } = useTranslation('settings-security');
  return (
    <fieldset className={styles.recent}>
      <legend>{t('recent.title')}</legend>
      <ul>
        {recent.map(({ kind, name, addedAt }) => (
          <li key={`${kind} ${name} ${addedAt}`}>
            <strong>{name === null ? t(`recent.kind.${kind}`) : t(`recent.named.${kind}`, { name })}</strong>
            <span className="hint">{formatDateTime(addedAt)}</span>
          </li>
        ))}
      </ul>
      <p className="hint">{t('recent.about')}</p>
      <Checkbox label={t('recent.keep')} checked={isKept} onChange={(event) => onKeep(event.currentTarget.checked)} />
    </fieldset>
  );
}
