import { Component, type ReactNode } from 'react';
import { message } from '../platform/i18n.ts';
import { isOfStyles } from '../platform/lost-styles.ts';
import { onceBack } from '../platform/once-back.ts';
import styles from './states.module.css';

/** Of a part whose code arrives late. */
export interface LateCode {
  /** Undefined until the code has arrived. */
  loaded: unknown;
  /** Nobody has asked for the part: while its code is lost its place is empty. */
  isSilent: boolean;
}

interface Props {
  children: ReactNode;
  code?: LateCode;
}

interface State {
  failed: boolean;
  /** Another try of the part would not help: what is offered is the whole page. */
  offersReload: boolean;
}

/**
 * Confines a failure to one part of a page. A retry mounts the part anew, which also asks again for code that did not
 * arrive, as does the return of the person, the network or the exchange; after a failed retry the offer is to reload the page, since a
 * release may have removed the old code.
 */
export class PartBoundary extends Component<Props, State> {
  override state: State = { failed: false, offersReload: false };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    const { code } = this.props;
    if (code && !code.loaded) {
      if (isOfStyles(error)) this.setState({ offersReload: true });
      else onceBack(() => this.setState({ failed: false }));
      if (code.isSilent) return;
    }
    reportError(error);
  }

  override render(): ReactNode {
    const { failed, offersReload } = this.state;
    const { children, code } = this.props;
    if (!failed) return children;
    if (code?.isSilent && !code.loaded) return null;
    const again = () => (offersReload ? location.reload() : this.setState({ failed: false, offersReload: true }));
    return (
      <p className={styles.part} role="alert">
        {message('states.partFailed')}{' '}
        <button type="button" onClick={again}>
          {message(offersReload ? 'states.reload' : 'states.retry')}
        </button>
      </p>
    );
  }
}
