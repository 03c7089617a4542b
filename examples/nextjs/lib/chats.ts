import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TodoTurnContext } from 'ai-sdk-todo';
import type { ChatMessage } from './chat-message.ts';

// Messages in files, one for each chat: enough for an example. Take your database here.
const FOLDER = process.env['CHAT_DIR'] ?? '.ai-sdk-todo/chats';

export interface Chat {
  readonly messages: readonly ChatMessage[];
  /** The turn that was started last, so that one that a crash cut off can be ended. */
  readonly turn?: TodoTurnContext | undefined;
}

export interface ChatEntry {
  readonly id: string;
  readonly title: string;
}

/** Ids come from urls and become names of files. */
export function isChatId(id: unknown): id is string {
  return typeof id === 'string' && /^[a-z0-9-]{1,64}$/.test(id);
}

export async function loadChat(id: string): Promise<Chat> {
  if (!isChatId(id)) throw new Error('no id of a chat');
  try {
    return JSON.parse(await readFile(fileOf(id), 'utf8')) as Chat; // only `saveChat` writes here
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { messages: [] };
    throw error;
  }
}

export async function saveChat(id: string, chat: Chat): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const draft = `${fileOf(id)}.${crypto.randomUUID()}.tmp`;
  await writeFile(draft, JSON.stringify(chat));
  await rename(draft, fileOf(id));
}

/** All chats, in the order of their titles. */
export async function listChats(): Promise<readonly ChatEntry[]> {
  const names = await readdir(FOLDER).catch(() => []);
  const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
  const entries = await Promise.all(
    ids.filter(isChatId).map(async (id) => ({ id, title: titleOf(await loadChat(id)) })),
  );
  return entries.toSorted((a, b) => a.title.localeCompare(b.title));
}

function fileOf(id: string): string {
  return join(FOLDER, `${id}.json`);
}

function titleOf({ messages }: Chat): string {
  const part = messages[0]?.parts.find(({ type }) => type === 'text');
  return (part?.type === 'text' && part.text.slice(0, 60)) || 'New chat';
}
