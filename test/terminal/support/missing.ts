import { spawnSync } from 'node:child_process';

/**
 * Why a command that a test needs is missing; `undefined` where it is there. Fails where everything has to be there.
 *
 * @param version what its `--version`, or the like, has to say.
 */
export function missing(command: string, flag: string, version: RegExp): string | undefined {
  const { stdout, error } = spawnSync(command, [flag], { encoding: 'utf8' });
  if (error === undefined && version.test(stdout)) return undefined;
  const reason = `the command \`${command}\` (${version.source}) is missing`;
  if (process.env['CI']) throw new Error(reason);
  console.log(`Skipped: ${reason}`);
  return reason;
}
