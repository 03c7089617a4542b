import { join } from 'node:path';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { readText } from '../package/project.ts';

const AXE = readText('node_modules/axe-core/axe.min.js');

/** What axe finds on a page, as `rule: element`. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { axe: runner } = window as unknown as { axe: typeof axe }; // the script above puts it there
    return (await runner.run(document)).violations;
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Keeps a picture of the page in the folder that SCREENSHOTS names, for people to look at. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
}
