import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageMetaFile, rootCalls, serverPathPattern } from '@pelican/shared/client-paths';
import { clientLanguages, messageFile } from '@pelican/shared/contracts/system';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { checkChunkPaths, chunkGroups } from './build/chunk-groups.ts';
import { compressFiles } from './build/compress-files.ts';
import { collectMessages } from './build/messages.ts';
import { pageFilesOf } from './build/page-files.ts';
import { collectPageMeta } from './build/page-meta.ts';
import { subsetFonts } from './build/subset-fonts.ts';
import { collectUnreachablePage } from './build/unreachable-page.ts';

/** Where `vite dev` finds the API; what it answers itself is passed on to it, but for the files of a build. */
const apiAddress = process.env.API_URL ?? 'http://127.0.0.1:3000';
const apiPaths = `^(?!/assets/)(?:${serverPathPattern.source}|^/(?:${rootCalls.join('|')})(?:[/?]|$))`;

/** Compressed forms of the built files, which is the last step of a build. */
function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compress-files',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: { order: 'post', sequential: true, handler: () => compressFiles(folder) },
  };
}

/** Texts for the server: it fills the HTML with those of pages, and answers the others to the client by language. */
function serverTexts(): Plugin {
  const source = fileURLToPath(new URL('./src', import.meta.url));
  return {
    name: 'server-texts',
    apply: 'build',
    generateBundle(_options, bundle) {
      const emit = (fileName: string, content: unknown) =>
        this.emitFile({ type: 'asset', fileName, source: JSON.stringify(content) });
      emit(pageMetaFile, collectPageMeta(source, pageFilesOf(bundle, source)));
      for (const { code } of clientLanguages) emit(messageFile(code), collectMessages(source, code));
    },
  };
}

/** What is shown while the server does not answer. */
function unreachablePage(): Plugin {
  const folder = fileURLToPath(new URL('./unreachable', import.meta.url));
  const source = fileURLToPath(new URL('./src', import.meta.url));
  return {
    name: 'unreachable-page',
    apply: 'build',
    generateBundle() {
      for (const [fileName, content] of Object.entries(collectUnreachablePage(folder, source)))
        this.emitFile({ type: 'asset', fileName, source: content });
    },
  };
}

export default defineConfig(async () => {
  await subsetFonts(fileURLToPath(new URL('./.fonts', import.meta.url)));
  return {
    plugins: [react(), checkChunkPaths(), serverTexts(), unreachablePage(), compressed()],
    // React has it since version 18; what its name resolves to else repeats it for older ones.
    resolve: { alias: { 'use-sync-external-store/shim': 'react' } },
    server: { proxy: { [apiPaths]: { target: apiAddress, ws: true } } },
    build: {
      target: 'es2023',
      manifest: true,
      // Browsers of the target know `modulepreload`, but for Safari 16, which then loads files as they are imported.
      modulePreload: { polyfill: false },
      rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
      chunkSizeWarningLimit: 400,
    },
  };
});
