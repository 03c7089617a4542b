/** A Lua script, and the hash by which a server that has seen it knows it. */
export interface Script {
  readonly text: string;
  /** The hash, or a promise of it for whoever asks first. */
  hash(): string | Promise<string>;
}

/** Wraps a script; the hash is computed once, when it is first needed. */
export function createScript(text: string): Script {
  let hash: string | Promise<string> | undefined;
  const compute = async (): Promise<string> => {
    const computed = await sha1(text);
    hash = computed;
    return computed;
  };
  return { text, hash: () => (hash ??= compute()) };
}

/** By the platform's own `crypto`: there is no `node:crypto` on an edge runtime. */
async function sha1(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
