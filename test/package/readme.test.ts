import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkTypes } from './check-types.ts';
import { filesIn, manifest, readText, root } from './project.ts';

interface CodeBlock {
  readonly language: string;
  readonly text: string;
  /** The page, and the line of it on which the text begins. */
  readonly page: string;
  readonly line: number;
}

function codeBlocks(page: string): CodeBlock[] {
  const markdown = readText(page);
  const fence = /^```(\S*).*\n([\s\S]*?)^```$/gm;
  return Array.from(markdown.matchAll(fence), ({ 1: language = '', 2: text = '', index }) => ({
    language,
    text,
    page,
    line: markdown.slice(0, index).split('\n').length + 1,
  }));
}

const pages = ['README.md', ...filesIn('docs').filter((path) => path.endsWith('.md'))];
const blocks = pages.flatMap(codeBlocks);
const code = blocks.filter(({ language }) => ['ts', 'tsx', 'js'].includes(language));
const shell = blocks.filter(({ language }) => ['sh', 'bash', 'shell'].includes(language));

/** A snippet that went out of date, compiled with the others. */
const WRONG = `import { memoryStore } from 'ai-sdk-todo';\n\nmemoryStore().append('a', []);\n`;

let faults: readonly string[] = [];

beforeAll(() => {
  const texts = code.map(({ language, text, page, line }): [string, string] => [
    `${page.replaceAll('/', '-')}-line-${line}.${language}`,
    text,
  ]);
  faults = checkTypes(new Map([...texts, ['wrong.ts', WRONG]]));
}, 120_000);

describe('the README and the pages of docs', () => {
  it('show code and commands', () => {
    expect(code).not.toEqual([]);
    expect(shell).not.toEqual([]);
  });

  it('have no code whose language is not told', () => {
    const untold = blocks.filter(({ language }) => language === '');
    expect(untold.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
  });

  it('show code that compiles, each piece alone as it is copied', () => {
    expect(faults.filter((fault) => !fault.startsWith('wrong.ts'))).toEqual([]);
  });

  it('name only commands that exist', () => {
    const lines = shell.flatMap(({ text }) => text.split('\n'));
    const commands = lines.flatMap((line) => line.replace(/#.*/, '').split(/&&|;|\|/));
    expect(commands.map((command) => faultOf(command.trim())).filter(Boolean)).toEqual([]);
  });

  it.each(pages)('link only to files that exist: %s', (page) => {
    const targets = Array.from(
      readText(page).matchAll(/\]\(([^)#]+)[^)]*\)/g),
      ([, target = '']) => target,
    );
    const local = targets.filter((target) => !/^[a-z]+:/.test(target));
    expect(local.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
  });
});

describe('a README that went out of date', () => {
  it('is found out by its code', () => {
    expect(faults).toContain('wrong.ts:3: Expected 3 arguments, but got 2.');
  });

  it.each(['npm run nothing', 'node examples/nothing.ts', 'npx ai-sdk-nothing check'])(
    'is found out by its commands: %s',
    (command) => expect(faultOf(command)).toContain(command),
  );
});

/** Why a command of the README cannot be run; only commands of this project are looked at. */
function faultOf(command: string): string | undefined {
  const words = command.split(/\s+/).filter((word) => !/^[A-Z_]+=/.test(word));
  const [program = '', first = '', second = ''] = words;
  const script = first === 'run' ? second : first === 'test' ? 'test' : undefined;
  if (program === 'npm' && script !== undefined && !Object.hasOwn(manifest.scripts, script)) {
    return `${command}: there is no such script`;
  }
  if (program === 'node' && !existsSync(join(root, posix.normalize(first)))) {
    return `${command}: there is no such file`;
  }
  if (program === 'npx' && !Object.hasOwn(manifest.bin ?? {}, first)) {
    return `${command}: the package has no such command`;
  }
  return undefined;
}
