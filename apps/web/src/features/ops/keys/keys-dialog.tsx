import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { useKeyPreferences } from './key-preferences.ts';
import styles from './keys-dialog.module.css';

const keys = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
  ['c', 'claim'],
  ['a', 'approve'],
  ['p', 'partially'],
  ['r', 'reject'],
  ['z', 'zoom'],
  ['f', 'freeze'],
  ['n', 'note'],
  ['/', 'search'],
  ['?', 'help'],
] as const;

/** The keys of the console, and the switch that turns them off. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('ops');
  const { enabled, setEnabled } = useKeyPreferences();
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl className={styles.keys}>
        {keys.map(([key, name]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label={t('keys.enabled')}
        checked={enabled}
        onChange={(event) => setEnabled(event.currentTarget.checked)}
      />
    </Dialog>
  );
}
