import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTodoKit } from '../../src/index.ts';
import { openStore } from '../../src/open/open-store.ts';
import { redisMissing, startRedis, type RedisServer } from '../redis/support/redis-server.ts';
import { write } from '../support/kit.ts';
import { cli, startCli } from './support/cli.ts';

const missing = redisMissing();

describe.skipIf(missing !== undefined)('the command line over a store in Redis', () => {
  let server: RedisServer | undefined;
  const url = () => server?.url ?? '';

  const fill = async (id: string, content: string) => {
    const store = await openStore(url());
    await createTodoKit({ store, allowParallelInProgress: false })
      .session(id)
      .runTurn(({ tools }) => write(tools.todo_write, [{ content, status: 'in_progress' }]));
    await store.close();
  };

  beforeAll(async () => {
    server = await startRedis();
    await fill('one', 'Dig');
    await fill('-two\u001b[2J', 'Sow\u001b[2J');
  });
  afterAll(() => server?.stop());

  test('checks all sessions, and those that are named', async () => {
    const all = await cli(['check', url()]);
    expect(all).toMatchObject({ code: 0, stderr: '' });
    expect(all.stdout).toContain('2 sessions, 6 events, 0 violations');
    const named = await cli(['check', '--json', url(), 'one', 'gone']);
    expect(named.code).toBe(2);
    expect(JSON.parse(named.stdout)).toMatchObject({
      sessions: [
        { session: 'one', events: 3, violations: [] },
        { session: 'gone', error: { code: 'session_not_found' } },
      ],
    });
  });

  test('finds what is wrong with a session that somebody else wrote', async () => {
    const store = await openStore(url());
    const events = [{ type: 'turn/start', time: 1, data: { turn: 2 } }];
    await store.append('bad', events, { expectedVersion: 0 });
    const { code, stdout } = await cli(['check', url(), 'bad']);
    await store.delete('bad');
    await store.close();
    expect(code).toBe(1);
    expect(stdout).toContain('bad seq 0 turn-order: turn/start 2 stands where turn/start 1 was');
  });

  test('lists, shows and exports, and prints nothing of a text raw', async () => {
    const { stdout: rows } = await cli(['list', '--long', url()]);
    expect(rows).toContain('one  3 events, turn 1 ended, 0 of 1 done');
    const shown = await cli(['show', url(), 'one']);
    expect(shown.stdout).toContain('[-] Dig (paused)');
    const lines = (await cli(['export', url()])).stdout;
    expect(lines.trimEnd().split('\n')).toHaveLength(8);
    const evil = await cli(['show', url(), '--', '-two\u001b[2J']);
    expect(evil.stdout).toContain('Sow');
    expect(rows + lines + evil.stdout).not.toContain('\u001b');
  });

  test('repairs nothing there', async () => {
    const { code, stderr } = await cli(['repair', '--yes', url()]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'ai-sdk-todo: repair works on the folder of a file store.\nTry: ai-sdk-todo --help\n',
    });
  });

  test('waits for a session that is not there yet, and follows it', async () => {
    const { child, written, ended } = startCli(['watch', '--json', url(), 'late']);
    await expect.poll(() => written.stdout, { timeout: 15_000 }).toContain('"todos":null');
    await fill('late', 'Water');
    await expect.poll(() => written.stdout, { timeout: 15_000 }).toContain('Water');
    child.kill('SIGINT');
    const { code, stderr } = await ended();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
