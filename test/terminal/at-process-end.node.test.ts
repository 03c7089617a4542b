import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Runs a script with a live plan that draws in place, and tells how it ended. */
async function run(script: string, signal?: NodeJS.Signals) {
  const source = `
    import { livePlan } from './src/terminal/index.ts';
    const show = () => {
      const live = livePlan(process.stdout, { redraw: true, env: {}, ascii: true });
      live.update({ todos: [{ content: 'A task', status: 'pending' }] });
      return live;
    };
    ${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { cwd: ROOT });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    if (signal !== undefined && text.includes('ready')) child.kill(signal);
  });
  const [code, killedBy] = await once(child, 'close');
  return { code, killedBy, text };
}

/** The plan with the cursor taken below it. */
const LEFT = 'A task\u001B[0m\u001B[?7h\u001B8\u001B[?25h\u001B[2B\r\n';
const ready = `setInterval(() => {}, 1000); console.log('ready');`;

describe('the end of a process with a live plan', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s is left to the signal',
    async (signal) => {
      const { killedBy, text } = await run(`show(); ${ready}`, signal);
      expect(killedBy).toBe(signal);
      expect(text).toContain(LEFT);
    },
  );

  it('is left to an application that listens', async () => {
    const { code, text } = await run(
      `show(); process.on('SIGINT', () => { console.log('bye'); process.exit(7); }); ${ready}`,
      'SIGINT',
    );
    expect(code).toBe(7);
    expect(text.slice(text.indexOf('bye'))).toContain(LEFT);
  });

  it('comes when an application that listened lets go', async () => {
    const { killedBy, text } = await run(
      `show(); process.once('SIGINT', () => process.kill(process.pid, 'SIGINT')); ${ready}`,
      'SIGINT',
    );
    expect(killedBy).toBe('SIGINT');
    expect(text).toContain(LEFT);
  });

  // The package signal-exit does nothing while others listen, and so would we: one of us has to know of the other.
  it.each([
    ['before', `onExit(() => console.log('other')); show();`],
    ['after', `show(); onExit(() => console.log('other'));`],
  ])('comes where signal-exit listens too, from %s', async (_, script) => {
    const { killedBy, text } = await run(
      `import { onExit } from 'signal-exit'; ${script} ${ready}`,
      'SIGINT',
    );
    expect(killedBy).toBe('SIGINT');
    expect(text).toContain(LEFT);
    expect(text).toContain('other');
  });

  it('comes where two copies of this package show plans', async () => {
    const { killedBy, text } = await run(
      `const copy = await import('./src/terminal/at-process-end.ts?copy');
       copy.atProcessEnd(() => console.log('the copy')); show(); ${ready}`,
      'SIGINT',
    );
    expect(killedBy).toBe('SIGINT');
    expect(text).toContain('the copy');
    expect(text).toContain(LEFT);
  });

  it('leaves the plan alone that was stopped before', async () => {
    const { killedBy, text } = await run(`show().stop(); ${ready}`, 'SIGTERM');
    expect(killedBy).toBe('SIGTERM');
    expect(text.slice(text.indexOf('ready'))).toBe('ready\n');
  });

  it('by an exception still shows the exception', async () => {
    const { code, text } = await run(`show(); throw new Error('out of leeks');`);
    expect(code).toBe(1);
    expect(text).toContain(LEFT);
  });
});
