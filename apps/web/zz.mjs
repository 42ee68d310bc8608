import { build } from 'vite';
await build({ logLevel: 'error', build: { outDir: '/dev/shm/zzdist', emptyOutDir: true }, plugins: [{ name: 'x', generateBundle(_, bundle) {
  const at = (m) => Object.values(bundle).find((c) => c.type==='chunk' && c.facadeModuleId?.endsWith(m));
  const seen = new Set(); const visit = (c) => { if (!c || seen.has(c)) return; seen.add(c); c.imports.forEach((n) => visit(bundle[n])); };
  visit(at('index.html')); visit(at('sign-up-page.tsx')); visit(at('market-page.tsx'));
  for (const n of ['exchange-notes.tsx','header-menu.tsx','markets-menu.tsx','header-links.tsx','notification-centre.tsx','late-layers.tsx','page-meta/page-meta.tsx','footer.tsx','chat-button.tsx']) visit(at(n));
  for (const c of seen) { if (/framework|exchange-[A-Z0-9]/i.test(c.fileName) && !/notes/.test(c.fileName)) continue;
    console.log(c.fileName, c.code.length); for (const [id, m] of Object.entries(c.modules)) if (m.renderedLength>0) console.log('    ', m.renderedLength, id.replace(/^.*node_modules\//,'').replace(/^.*\/apps\/web\//,'')); }
  } }] });
