import { createHash } from 'node:crypto';
import { createClient } from 'redis';
import { describe, expect, it, vi } from 'vitest';
import { redisStore, type RedisStoreOptions } from '../../src/redis/index.ts';
import { createHintHub } from '../../src/redis/hint-hub.ts';
import { redisKeys } from '../../src/redis/keys.ts';
import { readRecord, recordBodies } from '../../src/redis/record.ts';
import * as scripts from '../../src/redis/scripts.ts';
import { refusedError, serverErrorCode } from '../../src/redis/server-error.ts';
import type { SubscriberEvents } from '../../src/redis/subscriber.ts';
import { createHintQueue } from '../../src/store/hint-queue.ts';
import { errorOf, note } from './support/samples.ts';

describe('redisStore', () => {
  const client = { evalsha: async () => 'ok' };
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['no client', {}],
    ['a client that is none', { client: {} }],
    ['a URL for a client', { client: 'redis://localhost' }],
    ['a send that is no function', { send: 'GET' }],
    ['a prefix that is no string', { client, keyPrefix: 5 }],
    ['a prefix that undoes the hash tag', { client, keyPrefix: 'a{}b' }],
    ['a prefix with a lone surrogate', { client, keyPrefix: '\ud800' }],
    ['a ttl of nothing', { client, ttl: 0 }],
    ['a ttl in parts of a millisecond', { client, ttl: 1.5 }],
    ['a ttl in text', { client, ttl: '60' }],
    ['no time', { client, timeoutMs: 0 }],
    ['both a client and a send', { client, send: async () => [] }],
  ])('refuses %s', async (_, options) => {
    // The cast: JavaScript callers can pass anything.
    const make = async () => redisStore(options as RedisStoreOptions);
    expect((await errorOf(make(), 'invalid_option')).message).not.toBe('');
  });

  it('says what it promises', () => {
    const { capabilities, watch } = redisStore({ send: async () => [] });
    expect(capabilities).toEqual({
      durability: 'server',
      scope: 'network',
      watch: false,
      expires: false,
    });
    expect(watch).toBeUndefined();
    expect(redisStore({ client, ttl: 1 }).capabilities.expires).toBe(true);
  });

  it('says what to do with a client that was never connected', async () => {
    const store = redisStore({ client: createClient({ url: 'redis://127.0.0.1:1' }) });
    for (const use of [
      store.tail('a', 1),
      store.append('a', [note()], { expectedVersion: 0 }),
      store.list(),
    ]) {
      expect((await errorOf(use, 'store_unavailable')).message).toContain('Connect it');
    }
  });

  it('tells a reply that it cannot read', async () => {
    for (const reply of [null, 7, 'odd', ['odd'], {}, [null, null, null]]) {
      const store = redisStore({ send: async () => reply });
      const codes = ['store_failed', 'session_damaged', 'outcome_unknown'];
      const told = await errorOf(store.tail('a', 1), 'store_failed', 'session_damaged');
      expect(codes).toContain(told.code);
      const refused = store.append('a', [note()], { expectedVersion: 1 });
      expect(codes).toContain((await errorOf(refused, 'store_failed', 'outcome_unknown')).code);
    }
  });

  it('takes a send that throws at once for one that rejects', async () => {
    const store = redisStore({
      send() {
        throw new Error('no network');
      },
    });
    expect((await errorOf(store.read('a'), 'store_unavailable')).message).toContain('no network');
    await errorOf(store.append('a', [note()], { expectedVersion: 1 }), 'outcome_unknown');
  });
});

describe('the keys of a session', () => {
  it('hash as a whole, whatever braces the id has', () => {
    const { session } = redisKeys('p:');
    expect(session('s1')).toEqual(['p:{s1}', 'p:{s1}:mark']);
    const tags = ['s1', 'a{b}c', '{}', '}', '{', 'a}b', '{t}', '%7b', '%'].map((id) => {
      const [log, mark] = session(id);
      const tag = /\{([^}]+)\}/.exec(log)?.[1];
      expect(/\{([^}]+)\}/.exec(mark)?.[1]).toBe(tag);
      return tag;
    });
    expect(new Set(tags).size).toBe(tags.length);
    expect(tags).not.toContain(undefined);
  });
});

describe('the scripts', () => {
  it('are known by the hash that the server computes', async () => {
    const all = Object.values(scripts);
    expect(all.length).toBeGreaterThan(5);
    for (const { text, hash } of all) {
      expect(await hash()).toBe(createHash('sha1').update(text).digest('hex'));
    }
  });

  it('look at no payload', () => {
    for (const { text } of Object.values(scripts)) expect(text).not.toMatch(/cjson|cmsgpack/);
  });
});

describe('a record', () => {
  const uid = 'a'.repeat(24);
  it.each<[unknown, object]>([
    [`1:header:${uid}\n{}`, { kind: 'header', uid, json: '{}' }],
    [`1:7:${uid}:"id\\n"\n{"a":1}\n`, { kind: 'event', seq: 7, uid, json: '{"a":1}\n' }],
    [`2:7:${uid}:x\n{}`, { kind: 'too-new', format: 2 }],
    ['99:whatever', { kind: 'too-new', format: 99 }],
    ['', { kind: 'damaged' }],
    ['{"seq":1}', { kind: 'damaged' }],
    ['17', { kind: 'damaged' }],
    [`1:-1:${uid}:x\n{}`, { kind: 'damaged' }],
    [`1:1e3:${uid}:x\n{}`, { kind: 'damaged' }],
    [`1:7:${uid}:x`, { kind: 'damaged' }],
    [{ seq: 1 }, { kind: 'damaged' }],
    [null, { kind: 'damaged' }],
  ])('%j is told by its first line', (element, expected) => {
    expect(readRecord(element)).toEqual(expected);
  });

  it('has a tag of its own append where an event has no id', () => {
    const lines = ['{}', '{}', '{}'];
    const first = recordBodies({ lines, ids: [undefined, 'a b', undefined] });
    const second = recordBodies({ lines, ids: [undefined, 'a b', undefined] });
    expect(first[1]).toBe('"a b"\n{}');
    expect(first[0]).toMatch(/^-[0-9a-f]+\n\{\}$/);
    expect(second[0]).not.toBe(first[0]);
  });
});

describe('an error of the server', () => {
  it.each([
    ['WRONGTYPE Operation against a key holding the wrong kind of value', 'WRONGTYPE'],
    ["OOM command not allowed when used memory > 'maxmemory'. script: abc", 'OOM'],
    ['-READONLY You can not write against a read only replica', 'READONLY'],
    ['Command failed: NOSCRIPT No matching script. Please use EVAL.', 'NOSCRIPT'],
    ['Command 3 [ evalsha ] failed: NOSCRIPT No matching script.', 'NOSCRIPT'],
    [
      'ERR Error running script (call to f_abc): @user_script:5: WRONGTYPE Operation against a key',
      'WRONGTYPE',
    ],
    [
      'ERR Error running script (call to f_abc): @user_script:5: @user_script: 5: OOM command',
      'OOM',
    ],
    ['ERR unknown command', 'ERR'],
    ['MOVED 3999 127.0.0.1:6381', 'MOVED'],
    ['Socket closed unexpectedly', undefined],
    ['connect ECONNREFUSED 127.0.0.1:6379', undefined],
    ['Failed: todo says NOSCRIPT OOM', undefined],
    ['ETIMEDOUT', undefined],
    ['OOMPH', undefined],
    ['', undefined],
  ])('%j has the code %s', (message, code) => {
    expect(serverErrorCode(new Error(message))).toBe(code);
  });

  it('is told as unavailable where it passes, and as failed where somebody has to act', () => {
    expect(refusedError('LOADING', undefined).code).toBe('store_unavailable');
    expect(refusedError('OOM', undefined).code).toBe('store_failed');
  });
});

describe('a hint hub', () => {
  /** A connection that a test lets answer when it wants. */
  function fakeConnection() {
    const log: string[] = [];
    let events: SubscriberEvents | undefined;
    let subscribe = (): Promise<void> => Promise.resolve();
    const hub = createHintHub((given) => {
      events = given;
      log.push('open');
      return {
        subscribe: (channels) => {
          log.push(`subscribe ${channels.join()}`);
          return subscribe();
        },
        async unsubscribe(channels) {
          log.push(`unsubscribe ${channels.join()}`);
        },
        async close(channels) {
          log.push(`close ${channels.join()}`);
        },
      };
    });
    const join = (channel: string) => {
      const queue = createHintQueue({ onClose: () => hub.leave(channel, queue) });
      hub.join(channel, queue);
      return queue;
    };
    return {
      log,
      join,
      events: () => events,
      answer(next: () => Promise<void>) {
        subscribe = next;
      },
    };
  }
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

  it('opens for the first, subscribes in one command to all that come together, and closes after the last', async () => {
    const { log, join } = fakeConnection();
    const queues = ['a', 'b', 'a', 'c'].map(join);
    await settle();
    expect(log).toEqual(['open', 'subscribe a,b,c']);
    queues[0]?.close();
    queues[1]?.close();
    await settle();
    expect(log.slice(2)).toEqual(['unsubscribe b']);
    queues[2]?.close();
    queues[3]?.close();
    await settle();
    expect(log.slice(3)).toEqual(['close a,c']);
    join('d').close();
    await settle();
    expect(log).toHaveLength(4);
  });

  it('hints once the channel is listened to, and on each message of it alone', async () => {
    const { join, events } = fakeConnection();
    const [a, b] = [join('a'), join('b')];
    const [nextA, nextB] = [a, b].map((queue) => queue[Symbol.asyncIterator]());
    await settle();
    await nextA?.next(); // the first hint of every queue, and that of its subscription
    await nextB?.next();
    let isHinted = false;
    const pending = nextB?.next().then(() => {
      isHinted = true;
    });
    const told = nextA?.next();
    events()?.onMessage('a');
    await told;
    await settle();
    expect(isHinted).toBe(false);
    events()?.onReconnect({ resubscribe: false });
    await pending;
    a.close();
    b.close();
  });

  it('tries again over a new connection when a subscription fails, and gives up when nobody follows', async () => {
    vi.useFakeTimers();
    const { log, join, answer } = fakeConnection();
    answer(() => Promise.reject(new Error('refused')));
    const queue = join('a');
    await vi.advanceTimersByTimeAsync(2_500);
    const attempt = ['open', 'subscribe a', 'close '];
    expect(log).toEqual([...attempt, ...attempt, ...attempt]);
    queue.close();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(log).toHaveLength(9);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('lets go of what it subscribed to while its followers left, and listens again for those who come', async () => {
    const { log, join, answer } = fakeConnection();
    let finish: () => void = () => {};
    answer(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    const first = join('a');
    await settle();
    first.close();
    const second = join('a');
    finish();
    answer(() => Promise.resolve());
    await settle();
    expect(log).toEqual(['open', 'subscribe a', 'close ', 'close a', 'open', 'subscribe a']);
    second.close();
  });
});
