import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { chatHash } from '../../platform/paths.ts';
import { useWidgetAgreement } from '../../platform/widget-agreement.ts';
import styles from './support.module.css';

function ChatLink() {
  const { t } = useTranslation('support');
  return <Link to={chatHash}>{t('ways.chatOpen')}</Link>;
}

/** A widget that is loaded has a button of its own. The page is loaded anew where the agreement is withdrawn: no browser unloads a script. */
function WidgetWay({ script }: { script: string }) {
  const { t } = useTranslation('support');
  const { host, hasAgreed, withdraw } = useWidgetAgreement(script);
  if (!hasAgreed) return <ChatLink />;
  return (
    <>
      <p className="muted">{t('chat.widget.agreed', { host })}</p>
      <Button
        className={styles.withdraw}
        variant="default"
        onClick={() => {
          withdraw();
          location.reload();
        }}
      >
        {t('chat.widget.withdraw')}
      </Button>
    </>
  );
}

/**
 * The way to the chat with support; for a widget of another company that this person has agreed to, the way to withdraw the agreement.
 * @param widget the address of the widget's script, where there is one
 */
export function ChatWay({ widget }: { widget: string | null | undefined }) {
  return widget ? <WidgetWay script={widget} /> : <ChatLink />;
}
