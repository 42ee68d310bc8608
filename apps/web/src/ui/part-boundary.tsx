import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './states.module.css';

interface State {
  failed: boolean;
  retries: number;
}

/**
 * Confines a failure to one part of a page. A retry mounts the part anew, which also asks again for code that did not
 * arrive; after a failed retry the offer is to reload the page, since a release may have removed the old code.
 */
export class PartBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false, retries: 0 };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
  }

  override render(): ReactNode {
    const { failed, retries } = this.state;
    if (!failed) return this.props.children;
    if (retries > 0) return <PartFailure action="reload" onAction={() => location.reload()} />;
    return <PartFailure action="retry" onAction={() => this.setState({ failed: false, retries: retries + 1 })} />;
  }
}

function PartFailure({ action, onAction }: { action: 'retry' | 'reload'; onAction: () => void }) {
  const { t } = useTranslation();
  return (
    <p className={styles.part} role="alert">
      {t('states.partFailed')}{' '}
      <button type="button" onClick={onAction}>
        {t(`states.${action}`)}
      </button>
    </p>
  );
}
