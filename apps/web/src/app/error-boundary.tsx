import { Component, type ErrorInfo, type ReactNode } from 'react';
import { message } from '../platform/i18n.ts';
import styles from './pages/status-page.module.css';

interface State {
  failed: boolean;
}

/** The last net: the shell itself threw. Routes have their own (route-error.tsxx), so this is rare. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, _info: ErrorInfo): void {
    reportError(error);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className={styles.card} role="alert">
        <h1>{message('routeError.title')}</h1>
        <p className="muted">{message('routeError.body')}</p>
        <button type="button" className={styles.action} onClick={() => location.reload()}>
          {message('routeError.reload')}
        </button>
      </main>
    );
  }
}
