import { join } from 'node:path';
import type { NextConfig } from 'next';

const root = join(import.meta.dirname, '../..');

const config: NextConfig = {
  // The packages lie beside the whole repository, not beside this folder.
  turbopack: { root },
  outputFileTracingRoot: root,
  // `npm run typecheck` covers this folder, against the sources; the build takes the package as it is published.
  typescript: { ignoreBuildErrors: true, tsconfigPath: 'tsconfig.next.json' },
  poweredByHeader: false,
};

export default config;
