import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { onReturn } from '../platform/on-return.ts';
import styles from './states.module.css';

/** The code of a part did not come. */
export class PartLost extends Error {}

interface Props {
  children: ReactNode;
  /** Nobody has asked for the part: while its code is lost its place is empty. */
  isSilent?: boolean;
}

interface State {
  failure: Error | null;
  retries: number;
}

/**
 * Confines a failure to one part of a page. A retry mounts the part anew, which also asks again for code that did not
 * arrive, as does the return of the person, the network or the exchange; after a failed retry the offer is to reload the page, since a
 * release may have removed the old code.
 */
export class PartBoundary extends Component<Props, State> {
  override state: State = { failure: null, retries: 0 };
  #stop: (() => void) | undefined;

  static getDerivedStateFromError(failure: Error): Partial<State> {
    return { failure };
  }

  override componentDidMount(): void {
    this.#stop = onReturn(() => {
      if (this.state.failure instanceof PartLost) this.setState({ failure: null });
    });
  }

  override componentWillUnmount(): void {
    this.#stop?.();
  }

  override componentDidCatch(failure: Error): void {
    if (!this.props.isSilent) reportError(failure instanceof PartLost ? failure.cause : failure);
  }

  override render(): ReactNode {
    const { failure, retries } = this.state;
    if (!failure) return this.props.children;
    if (this.props.isSilent && failure instanceof PartLost) return null;
    if (retries > 0) return <PartFailure action="reload" onAction={() => location.reload()} />;
    return <PartFailure action="retry" onAction={() => this.setState({ failure: null, retries: retries + 1 })} />;
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
