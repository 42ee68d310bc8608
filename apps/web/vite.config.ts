import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageMetaFile, rootCalls, serverPathPattern } from '@pelican/shared/client-paths';
import { clientLanguages, messageFile } from '@pelican/shared/contracts/system';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
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
    plugins: [react(), serverTexts(), unreachablePage(), compressed()],
    // React has it since version 18; what its name resolves to else repeats it for older ones.
    resolve: { alias: { 'use-sync-external-store/shim': 'react' } },
    server: { proxy: { [apiPaths]: { target: apiAddress, ws: true } } },
    build: {
      target: 'es2023',
      manifest: true,
      // Browsers of the target know `modulepreload`, but for Safari 16, which then loads files as they are imported.
      modulePreload: { polyfill: false },
      // The trade page is what people wait for: what every page needs is one long-lived file, the rest follows its route.
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              {
                name: 'framework',
                test: /node_modules\/(?:\.pnpm\/[^/]+\/node_modules\/)?(?:react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/(?:query-core|react-query)|i18next|react-i18next|zustand)\//,
              },
              // Every screen reads the exchange and shows its figures: one file compresses better than a dozen small ones.
              // Calls of the account area, of payments and of the console come with their pages; other languages by themselves. Icons of notices are too small for files.
              {
                name: 'exchange',
                test: /\/apps\/web\/src\/(?:api\/(?:api-error|call|challenges|client|market-tabs|markets|notices|perpetual|query-client|reachability|session|settings|spot|submissions|system|traceparent|transport|use-change-settings|use-submit-once|wallet)\.|live\/(?!polling)|platform\/(?!carried-notice|changed-texts|field-text|has-entry-before|kept-form|message-areas|order-dialogs|page-description|patience|translations|use-scheme-of-address|use-url-params)|ui\/(?:format|format-time|numbers|decimal-compare|clean-decimal|use-flash|coin-icon|skeleton)\.)|\/icons\/Icon(?:AlertTriangle|Check|CircleCheck|ExclamationCircle)\.mjs/,
              },
              // What all of Mantine is made of, and the parts that nearly every page shows.
              {
                name: 'mantine',
                includeDependenciesRecursively: false,
                test: /@mantine\/core\/esm\/(?:core\/(?:Box|DirectionProvider|InlineStyles|MantineProvider|factory|styles-api|utils\/(?:camel-to-kebab-case|deep-merge|filter-props|get-size|is-number-like|keys|units-converters))|components\/(?:ActionIcon|Button|Loader|Transition|UnstyledButton))\/|@mantine\/hooks\/esm\/(?:use-(?:did-update|id|isomorphic-effect|media-query|merged-ref|reduced-motion|uncontrolled)|utils\/random-id)\/|\/node_modules\/clsx\//,
              },
              // Fields of lists and forms: a file for each would be a dozen requests before the page is there.
              {
                name: 'fields',
                includeDependenciesRecursively: false,
                test: /@mantine\/core\/esm\/components\/(?:CloseButton|Combobox\/(?:Combobox\.module|ComboboxChevron|get-parsed-combobox-data)|Input|InputBase|NativeSelect|TextInput)\b|\/icons\/Icon(?:Search|Star|StarFilled)\.mjs/,
              },
              // What forms have beside fields.
              {
                name: 'forms',
                includeDependenciesRecursively: false,
                test: /@mantine\/form\/|\/node_modules\/(?:fast-deep-equal|klona)\/|@mantine\/core\/esm\/(?:components\/(?:Checkbox|PasswordInput)|utils\/(?:InlineInput|InputsGroupFieldset))\/|\/node_modules\/zod\/|\/packages\/shared\/src\/(?:validation\/index|contracts\/(?:common|auth\/(?:passkeys|step-up)))\./,
              },
              // Signing in and up.
              {
                name: 'entry',
                includeDependenciesRecursively: false,
                test: /\/apps\/web\/src\/(?:api\/auth\.|features\/auth\/(?:auth-card|auth\.module|locales\/en|pending-sign-up)|identity\/(?:calling-codes|captcha-status|countries|form-alert|identity\.module|locales\/en|messages|new-password-fields|password-(?:meter|rules)|phone-field|use-(?:captcha|password-score|server-errors)|validate)\b|ui\/(?:display-names|use-countdown)\.|platform\/field-text\.)|\/packages\/shared\/src\/contracts\/(?:auth\/(?:schemas|sign-in)\.|captcha\/|sign-up\/)/,
              },
              // Menus and what floats over a page, which come when the page is there.
              {
                name: 'menus',
                includeDependenciesRecursively: false,
                test: /@floating-ui\/|@mantine\/core\/esm\/(?:components\/(?:Accordion\/AccordionChevron|FocusTrap|Menu|Popover|Portal)\b|utils\/Floating\/)|@mantine\/hooks\/esm\/use-(?:click-outside|focus-return|focus-trap|long-press)\//,
              },
              // Tables of orders, on the trading screen and in the account.
              {
                name: 'orders',
                includeDependenciesRecursively: false,
                test: /\/apps\/web\/src\/features\/spot\/orders\/(?:[^/]+\.tsx?$|locales\/en)/,
              },
              // What both trading screens are made of, without what it shares with other pages.
              {
                name: 'terminal',
                includeDependenciesRecursively: false,
                test: /\/apps\/web\/src\/terminal\/(?:book|form\/|locales\/en|terminal-market\.|layout\/(?!order-sheet|chart-page)|parts|trades|strip\/(?!pair-list|pair-popover))/,
              },
            ],
          },
        },
      },
      chunkSizeWarningLimit: 400,
    },
  };
});
