/** Which files of a build a page loads beside those that every page does. */
import { join } from 'node:path';
import type { PageFiles } from '@pelican/shared/client-paths';
import type { Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** The chunks and all that they import statically. */
function closureOf(chunks: readonly Chunk[], bundle: Rolldown.OutputBundle): Set<Chunk> {
  const found = new Set<Chunk>();
  const visit = (chunk: Rolldown.OutputBundle[string] | undefined) => {
    if (chunk?.type !== 'chunk' || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) visit(bundle[name]);
  };
  for (const chunk of chunks) visit(chunk);
  return found;
}

/** @param source the folder src of the client @throws Error, from the returned search, when the build has no such module */
export function pageFilesOf(bundle: Rolldown.OutputBundle, source: string): (modules: readonly string[]) => PageFiles {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const ofEveryPage = closureOf(
    chunks.filter(({ isEntry }) => isEntry),
    bundle,
  );
  const chunkOf = (module: string) => {
    const found = chunks.find(({ facadeModuleId }) => facadeModuleId === join(source, module));
    if (!found) throw new Error(`page-meta: the build has no chunk of ${module}`);
    return found;
  };
  return (modules) => {
    const own = [...closureOf(modules.map(chunkOf), bundle)].filter((chunk) => !ofEveryPage.has(chunk));
    return {
      scripts: own.map(({ fileName }) => fileName),
      styles: [...new Set(own.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))],
    };
  };
}
