import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { PartBoundary, PartLost } from './part-boundary.tsx';

interface PartSource<Props> {
  load: () => Promise<ComponentType<Props>>;
  /** Undefined until the code has arrived. */
  loaded: ComponentType<Props> | undefined;
}

/** What is shown until the code has arrived: the same for all, or made of the part's own props. */
type Placeholder<Props> = ReactNode | ((props: Props) => ReactNode);

interface PartProps<Props> {
  source: PartSource<Props>;
  placeholder: Placeholder<Props>;
  props: Props;
}

/** @throws PartLost, for the boundary around it */
function Part<Props extends object>({ source, placeholder, props }: PartProps<Props>): ReactNode {
  const [lost, setLost] = useState<PartLost>();
  const [, setArrived] = useState(source.loaded !== undefined);
  useEffect(() => {
    if (source.loaded !== undefined) return;
    let current = true;
    source.load().then(
      (loaded) => {
        source.loaded = loaded;
        if (current) setArrived(true);
      },
      (error: unknown) => {
        if (current) setLost(new PartLost(String(error), { cause: error }));
      },
    );
    return () => {
      current = false;
    };
  }, [source]);
  if (lost) throw lost;
  if (source.loaded) return createElement(source.loaded, props);
  return typeof placeholder === 'function' ? createElement(placeholder, props) : placeholder;
}

/**
 * A component whose code arrives when it is first shown. Unlike `React.lazy` it does not keep a failed load: the failure is
 * shown in the component's place with a retry, and the rest of the page stays.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: Placeholder<Props> = null,
): ComponentType<Props> {
  return partOf({ load, loaded: undefined }, placeholder);
}

/** As `lazyPart`, for what stands on a page without a request of the person: while its code is lost nothing is said. */
export function silentPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return partOf({ load, loaded: undefined }, null, true);
}

function partOf<Props extends object>(
  source: PartSource<Props>,
  placeholder: Placeholder<Props>,
  isSilent = false,
): ComponentType<Props> {
  return (props) => (
    <PartBoundary isSilent={isSilent}>
      <Part source={source} placeholder={placeholder} props={props} />
    </PartBoundary>
  );
}
