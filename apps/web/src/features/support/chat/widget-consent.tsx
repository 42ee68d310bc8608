import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { addMessages } from '../../../platform/i18n.ts';
import { chatHash, cookiesPath, paths } from '../../../platform/paths.ts';
import english from '../locales/en.json';
import styles from './chat.module.css';
import { useLaunchedPanel } from './use-launched-panel.ts';

addMessages('support', english);

interface WidgetConsentProps {
  /** Of the company whose widget it is. */
  host: string;
  onConsent: () => void;
}

function Question({ host, onConsent, onClose }: WidgetConsentProps & { onClose: () => void }) {
  const { t } = useTranslation('support');
  const frame = useRef<HTMLElement>(null);
  useEffect(() => frame.current?.focus(), []);
  return (
    <section
      ref={frame}
      className={`${styles.panel} ${styles.question}`}
      aria-label={t('chat.widget.title')}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <h2>{t('chat.widget.title')}</h2>
      <p>{t('chat.widget.about', { host })}</p>
      <p className={styles.ways}>
        <Link to={cookiesPath} onClick={onClose}>
          {t('chat.widget.cookies')}
        </Link>
        <Link to={paths.support} onClick={onClose}>
          {t('chat.private.byMail')}
        </Link>
      </p>
      <div className={styles.answers}>
        <Button variant="default" onClick={onClose}>
          {t('chat.widget.refuse')}
        </Button>
        <Button onClick={onConsent}>{t('chat.widget.agree')}</Button>
      </div>
    </section>
  );
}

/** The button in place of another company's chat, of which nothing is loaded before the person consents to it here. */
export function WidgetConsent(props: WidgetConsentProps) {
  const { t } = useTranslation('support');
  const { hash } = useLocation();
  const { isOpen, button, open, close } = useLaunchedPanel(hash === chatHash);
  if (isOpen) return <Question {...props} onClose={close} />;
  return (
    <button ref={button} type="button" className={styles.launcher} onClick={open}>
      {t('chat.open')}
    </button>
  );
}
