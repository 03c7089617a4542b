import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';

const PATH = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Why there is no browser; `undefined` where there is one. Fails on a machine that has to have it. */
export function whyNoBrowser(): string | undefined {
  if (existsSync(PATH)) return undefined;
  const reason = `there is no Chromium at ${PATH}: install the package chromium, or set CHROMIUM_PATH`;
  if (process.env['CI']) throw new Error(reason);
  console.warn(`The tests in a browser are skipped: ${reason}`);
  return reason;
}

/** Starts a browser that knows nothing of earlier tests and asks nothing of the network by itself. */
export async function openBrowser(): Promise<BrowserContext & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'chromium-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: PATH,
    headless: true,
    viewport: { width: 1100, height: 800 },
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  context.on('close', () => void rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return context;
}
