import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const PATH = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Why there is no browser; `undefined` where there is one. Fails on a machine that has to have it. */
export function whyNoBrowser(): string | undefined {
  if (existsSync(PATH)) return undefined;
  const reason = `there is no Chromium at ${PATH}: install the package chromium, or set CHROMIUM_PATH`;
  if (process.env['CI']) throw new Error(reason);
  console.log(`Skipped: ${reason}`);
  return reason;
}

/** Starts a browser that asks nothing of the network by itself. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: PATH,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}
