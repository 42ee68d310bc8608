import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { type LateCode, PartBoundary } from './part-boundary.tsx';

interface PartSource<Props> extends LateCode {
  load: () => Promise<ComponentType<Props>>;
  loaded: ComponentType<Props> | undefined;
}

/** What is shown until the code has arrived: the same for all, or made of the part's own props. */
type Placeholder<Props> = ReactNode | ((props: Props) => ReactNode);

interface PartProps<Props> {
  source: PartSource<Props>;
  placeholder: Placeholder<Props>;
  props: Props;
}

/** @throws what the load threw, for the boundary around it */
function Part<Props extends object>({ source, placeholder, props }: PartProps<Props>): ReactNode {
  /** Of its load: null once it has arrived. */
  const [failure, setFailure] = useState<{ error: unknown } | null>();
  useEffect(() => {
    if (source.loaded !== undefined) return;
    let current = true;
    source.load().then(
      (loaded) => {
        source.loaded = loaded;
        if (current) setFailure(null);
      },
      (error: unknown) => {
        if (current) setFailure({ error });
      },
    );
    return () => {
      current = false;
    };
  }, [source]);
  if (failure) throw failure.error;
  if (source.loaded) return createElement(source.loaded, props);
  return typeof placeholder === 'function' ? createElement(placeholder, props) : placeholder;
}

interface PartOptions<Props> {
  placeholder?: Placeholder<Props>;
  /** Nobody has asked for the part: nothing is said while its code is lost. */
  isSilent?: boolean;
}

/**
 * A component whose code arrives when it is first shown. Unlike `React.lazy` it does not keep a failed load: the failure is
 * shown in the component's place with a retry, and the rest of the page stays.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { placeholder = null, isSilent = false }: PartOptions<Props> = {},
): ComponentType<Props> {
  const source: PartSource<Props> = { load, loaded: undefined, isSilent };
  return (props) => (
    <PartBoundary code={source}>
      <Part source={source} placeholder={placeholder} props={props} />
    </PartBoundary>
  );
}
