import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { chatHash } from '../../platform/paths.ts';
import { useWidgetConsent, withdrawWidgetConsent } from '../../platform/widget-consent.ts';
import styles from './support.module.css';

function ChatLink() {
  const { t } = useTranslation('support');
  return <Link to={chatHash}>{t('ways.chatOpen')}</Link>;
}

/** A widget that is loaded has a button of its own: here is only the way to withdraw the consent. */
function WidgetConsentStatus({ script }: { script: string }) {
  const { t } = useTranslation('support');
  const { host, hasConsented } = useWidgetConsent(script);
  if (!hasConsented) return <ChatLink />;
  return (
    <>
      <p className="muted">{t('chat.widget.agreed', { host })}</p>
      <Button className={styles.withdraw} variant="default" onClick={withdrawWidgetConsent}>
        {t('chat.widget.withdraw')}
      </Button>
    </>
  );
}

/**
 * The way to the chat with support; for a widget of another company that this person has consented to, the way to withdraw that.
 * @param widget the address of the widget's script, where there is one
 */
export function SupportChatLink({ widget }: { widget: string | null | undefined }) {
  return widget ? <WidgetConsentStatus script={widget} /> : <ChatLink />;
}
