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
