import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { RouteError } from '../route-error.tsx';

interface Props {
  /** Of the page on screen: another one gets its chance. */
  place: unknown;
  children: ReactNode;
}

interface State {
  place: unknown;
  failure?: { error: unknown } | undefined;
}

class Boundary extends Component<Props, State> {
  override state: State = { place: this.props.place };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return state.place === place ? null : { place, failure: undefined };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? <RouteError error={failure.error} /> : this.props.children;
  }
}

/** Shows in place of a page that it could not be opened, until the address is another. */
export function RouteBoundary({ children }: { children: ReactNode }) {
  return <Boundary place={useLocation()}>{children}</Boundary>;
}
