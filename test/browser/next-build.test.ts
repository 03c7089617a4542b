import { describe, expect, inject, it } from 'vitest';

const { code, stdout, stderr } = inject('nextBuild');

describe('the build of the Next.js example, while its store cannot be reached', () => {
  it('succeeds and has nothing to warn of', () => {
    const warnings = `${stdout}${stderr}`.match(/^.*warning.*$/gim);
    expect({ code, warnings, output: code === 0 ? '' : stdout + stderr }).toEqual({
      code: 0,
      warnings: null,
      output: '',
    });
  });

  it('makes no page ahead: each of its routes is rendered when somebody asks', () => {
    const routes = Array.from(stdout.matchAll(/^[┌├└] (.) (\/\S*)/gm), ([, kind, path]) => [
      path,
      kind,
    ]);
    expect(Object.fromEntries(routes)).toEqual({
      '/': 'ƒ',
      '/_not-found': '○',
      '/api/chat': 'ƒ',
      '/api/chat/[id]/stop': 'ƒ',
      '/api/chat/[id]/stream': 'ƒ',
      '/api/plan/[id]': 'ƒ',
      '/chat/[id]': 'ƒ',
    });
  });
});
