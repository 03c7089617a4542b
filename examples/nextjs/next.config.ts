import { join } from 'node:path';
import type { NextConfig } from 'next';

const root = join(import.meta.dirname, '../..');

const config: NextConfig = {
  // The packages lie beside the whole repository, not beside this folder.
  turbopack: {
    root,
    // The stores' folders are known when the server starts, not before. An application that installs the package is not
    // told of this: here it is not below node_modules.
    ignoreIssue: [{ path: /chats\.ts|src\/file\//, title: /filesystem access/ }],
  },
  outputFileTracingRoot: root,
  // `npm run typecheck` covers this folder, against the sources; the build takes the package as it is published.
  typescript: { ignoreBuildErrors: true, tsconfigPath: 'tsconfig.next.json' },
  poweredByHeader: false,
};

export default config;
