import { TodoError } from '../../src/core/errors.ts';
import type { NewSessionEvent } from '../../src/core/event.ts';
import type { SessionSlice, SessionStore } from '../../src/store/session-store.ts';
import { changedEvents, changedTexts, type Breakage } from './breakage.ts';

/** Stores that break the rules of values and copies: S6 and S7. */
export const brokenValues: readonly Breakage[] = [
  {
    rule: 'S6',
    what: 'parses texts that look like JSON, as a client of a REST service does',
    store: changedTexts((text) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return text;
      }
    }),
  },
  {
    rule: 'S6',
    what: 'gives empty lists back as empty objects, as Lua does',
    store: changedEvents((event) => ({
      ...event,
      data: Array.isArray(event.data) && event.data.length === 0 ? {} : event.data,
    })),
  },
  {
    rule: 'S6',
    what: 'loses a key named `__proto__`',
    store: changedEvents((event) => ({ ...event, data: assigned(event.data) })),
  },
  {
    rule: 'S6',
    what: 'splits texts at U+2028',
    store: changedTexts((text) => text.replace(/\u2028.*/su, '')),
  },
  { rule: 'S6', what: 'trims texts', store: changedTexts((text) => text.trim()) },
  { rule: 'S6', what: 'drops NUL', store: changedTexts((text) => text.replaceAll('\0', '')) },
  { rule: 'S6', what: 'normalises texts', store: changedTexts((text) => text.normalize('NFC')) },
  {
    rule: 'S6',
    what: 'reads bytes that end within a character',
    store: changedTexts((text) => (text.length > 10_000 ? `${text.slice(0, -2)}\ufffd` : text)),
  },
  {
    rule: 'S6',
    what: 'reads a byte order mark away',
    store: changedTexts((text) => text.replace(/^\ufeff/u, '')),
  },
  {
    rule: 'S6',
    what: 'keeps 14 digits of a number, as Lua does',
    store: changedEvents((event) => ({
      ...event,
      data: typeof event.data === 'number' ? Number(event.data.toPrecision(14)) : event.data,
    })),
  },
  {
    rule: 'S6',
    what: 'drops unknown fields of an event',
    store: changedEvents(({ seq, time, type, data, id, more }) => ({
      seq,
      time,
      type,
      data,
      ...(id === undefined ? {} : { id }),
      ...(more === undefined ? {} : { more }),
    })),
  },
  {
    rule: 'S6',
    what: 'stores what JSON makes of a value, without a check',
    store: (good) => ({
      append: (id, events, options) => good.append(id, sanitised(events), options),
    }),
  },
  {
    rule: 'S6',
    what: 'stores texts with lone surrogates in another form',
    store: (good) => ({
      append: (id, events, options) => good.append(id, wellFormed(events), options),
    }),
  },
  {
    rule: 'S6',
    what: 'tells of a bad value with an error of its own',
    store: (good) => ({
      async append(...given) {
        JSON.stringify(given[1], (_, value: unknown) => {
          if (typeof value === 'function') throw new TypeError('A function cannot be cloned.');
          return typeof value === 'bigint' ? null : value;
        });
        return good.append(...given);
      },
    }),
  },
  {
    rule: 'S6',
    what: 'connects before it looks at what it is given',
    store: (good) => ({
      async append(...given) {
        await good.list();
        return good.append(...given);
      },
    }),
  },
  {
    rule: 'S7',
    what: 'reads what it was given after a wait',
    store: (good) => ({
      async append(...given) {
        await Promise.resolve();
        await Promise.resolve();
        return good.append(...given);
      },
    }),
  },
  {
    rule: 'S7',
    what: 'keeps the very events that it was given',
    store: keepingReferences,
  },
  {
    rule: 'S7',
    what: 'hands out one slice to all who read',
    store: (good) => {
      const cache = new Map<string, SessionSlice | null>();
      return {
        async append(id, ...rest) {
          const result = await good.append(id, ...rest);
          cache.clear();
          return result;
        },
        async read(id, options) {
          const key = JSON.stringify([id, options?.fromSeq, options?.limit]);
          if (!cache.has(key)) cache.set(key, await good.read(id, options));
          return cache.get(key) ?? null;
        },
      };
    },
  },
  {
    rule: 'S7',
    what: 'hands out one header to all who read',
    store: (good) => {
      const headers = new Map<string, SessionSlice['header']>();
      const share = (slice: SessionSlice | null) => {
        if (slice === null) return null;
        const header = headers.get(slice.header.uid) ?? slice.header;
        headers.set(header.uid, header);
        return { ...slice, header };
      };
      return {
        read: async (...given) => share(await good.read(...given)),
        tail: async (...given) => share(await good.tail(...given)),
      };
    },
  },
  {
    rule: 'S7',
    what: 'writes `seq` into the events that it was given',
    store: (good) => ({
      append(id, events, options) {
        if (Array.isArray(events)) {
          events.forEach((event, i) => {
            Reflect.set(event, 'seq', options.expectedVersion + i);
          });
        }
        return good.append(id, events, options);
      },
    }),
  },
  {
    rule: 'S7',
    what: 'cannot take frozen events',
    store: (good) => ({
      async append(id, events, options) {
        if (events.some((event) => Object.isFrozen(event))) throw new TypeError('It is frozen.');
        return good.append(id, events, options);
      },
    }),
  },
];

function assigned(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const copy: Record<string, unknown> = {};
  // An assignment to `__proto__` sets the prototype: that is what is broken here.
  for (const [key, entry] of Object.entries(value)) copy[key] = entry;
  return copy;
}

function sanitised(events: readonly NewSessionEvent[]): readonly NewSessionEvent[] {
  // The cast: JSON of events is events, as far as this broken store cares.
  return JSON.parse(JSON.stringify(events) ?? 'null') as readonly NewSessionEvent[];
}

function wellFormed(events: readonly NewSessionEvent[]): readonly NewSessionEvent[] {
  if (!Array.isArray(events)) return events;
  return events.map((event: NewSessionEvent) => {
    const data = event?.data;
    return typeof data === 'string'
      ? { ...event, data: data.replace(/[\ud800-\udfff]/gu, '?') }
      : event;
  });
}

function keepingReferences(good: SessionStore): Partial<SessionStore> {
  const kept = new Map<string, NewSessionEvent>();
  return {
    async append(id, events, options) {
      const result = await good.append(id, events, options);
      for (const event of events) if (event.id) kept.set(event.id, event);
      return result;
    },
    async read(...given) {
      const slice = await good.read(...given);
      if (slice === null) throw new TodoError('session_not_found', 'Nothing is kept.');
      const events = slice.events.map((event) => {
        const { seq, more } = event;
        const own = kept.get(event.id ?? '') ?? event;
        return more === undefined ? { ...own, seq } : { ...own, seq, more };
      });
      return { ...slice, events };
    },
  };
}
