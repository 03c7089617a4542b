import { describe, expectTypeOf, it } from 'vitest';
import {
  createTodoKit,
  memoryStore,
  VersionConflictError,
  type AppendOptions,
  type AppendResult,
  type ListOptions,
  type NewSessionEvent,
  type ReadOptions,
  type SessionPage,
  type SessionSlice,
  type SessionStore,
  type StoreCapabilities,
  type StoreOptions,
} from '../../src/index.ts';
import { sessionStoreCases } from '../../src/testing/index.ts';

/** A store of somebody else's, written with nothing but what the package exports. */
class TheirStore implements SessionStore {
  readonly capabilities: StoreCapabilities = {
    durability: 'server',
    scope: 'network',
    watch: false,
    expires: false,
  };
  readonly rows = new Map<string, SessionSlice>();

  async append(
    sessionId: string,
    events: readonly NewSessionEvent[],
    { expectedVersion, signal }: AppendOptions,
  ): Promise<AppendResult> {
    signal?.throwIfAborted();
    const {
      header,
      version: actual,
      events: stored,
    } = this.rows.get(sessionId) ?? fresh(sessionId);
    if (actual !== expectedVersion) {
      throw new VersionConflictError({ sessionId, expected: expectedVersion, actual });
    }
    const version = actual + events.length;
    const numbered = events.map((event, i) => ({ ...event, seq: actual + i }));
    this.rows.set(sessionId, { header, version, events: [...stored, ...numbered] });
    return { version, uid: header.uid };
  }

  async read(sessionId: string, { fromSeq = 0, limit }: ReadOptions = {}) {
    const slice = this.rows.get(sessionId);
    const end = limit === undefined ? undefined : fromSeq + limit;
    return slice ? { ...slice, events: slice.events.slice(fromSeq, end) } : null;
  }

  async tail(sessionId: string, limit: number, options?: StoreOptions) {
    const version = this.rows.get(sessionId)?.version ?? 0;
    return this.read(sessionId, { ...options, fromSeq: Math.max(0, version - limit) });
  }

  async list({ limit = 100 }: ListOptions = {}): Promise<SessionPage> {
    const sessions = Array.from(this.rows, ([id, { header }]) => ({
      id,
      createdAt: header.createdAt,
    }));
    return { sessions: sessions.slice(0, limit) };
  }

  async delete(sessionId: string): Promise<void> {
    this.rows.delete(sessionId);
  }

  async close(): Promise<void> {}
}

function fresh(id: string): SessionSlice {
  const header = { type: 'session', version: 1, id, uid: id, createdAt: 0 } as const;
  return { header, version: 0, events: [] };
}

describe('a store of somebody else', () => {
  it('can be written with the exported types alone, watch left out', () => {
    expectTypeOf<TheirStore>().toExtend<SessionStore>();
    expectTypeOf<Omit<TheirStore, 'close'>>().not.toExtend<SessionStore>();
  });

  it('goes wherever a store goes', async ({ expect }) => {
    const kit = createTodoKit({ store: new TheirStore(), allowParallelInProgress: false });
    await kit.session('chat').runTurn((turn) => turn.write([{ content: 'A', status: 'pending' }]));
    expect(await kit.session('chat').plan()).toMatchObject({
      asOfSeq: 2,
      todos: [{ content: 'A' }],
    });
    expect(sessionStoreCases({ open: () => new TheirStore() }).length).toBeGreaterThan(0);
  });

  it('is of the same type as ours', () => {
    expectTypeOf(memoryStore).returns.toEqualTypeOf<SessionStore>();
  });
});
