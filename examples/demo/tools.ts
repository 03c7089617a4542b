import { readdir, readFile } from 'node:fs/promises';
import { tool } from 'ai';
import { z } from 'zod';

const FOLDER = new URL('files/', import.meta.url);

/** Each unit in the base unit of what it measures. */
const UNITS = {
  m: { of: 'length', size: 1 },
  km: { of: 'length', size: 1000 },
  ft: { of: 'length', size: 0.3048 },
  mi: { of: 'length', size: 1609.344 },
  kg: { of: 'mass', size: 1 },
  lb: { of: 'mass', size: 0.45359237 },
} as const;

const unit = z.enum(['m', 'km', 'ft', 'mi', 'kg', 'lb']);

/** Three small tools that an agent works with beside its plan. */
export const demoTools = {
  read_file: tool({
    description: 'Read a text file of the project.',
    inputSchema: z.object({ name: z.string() }),
    execute: async ({ name }, { abortSignal }) => {
      const names = await readdir(FOLDER);
      // Only what the folder lists can be read, so a name can never lead out of it.
      if (!names.includes(name)) throw new Error(`no file ${name}; there is: ${names.join(', ')}`);
      return readFile(new URL(name, FOLDER), { encoding: 'utf8', signal: abortSignal });
    },
  }),

  convert_units: tool({
    description: 'Convert a length or a mass to another unit, rounded to two decimals.',
    inputSchema: z.object({ value: z.number(), from: unit, to: unit }),
    execute: ({ value, from, to }) => {
      if (UNITS[from].of !== UNITS[to].of) throw new Error(`cannot convert ${from} to ${to}`);
      return Math.round(((value * UNITS[from].size) / UNITS[to].size) * 100) / 100;
    },
  }),

  count_words: tool({
    description: 'Count the words of a text.',
    inputSchema: z.object({ text: z.string() }),
    execute: ({ text }) => text.match(/\S+/g)?.length ?? 0,
  }),
};
