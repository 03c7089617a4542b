import { describe, expect, it } from 'vitest';
import { summarizePlan } from '../../src/client/index.ts';
import { todos } from '../support/kit.ts';

const open = { number: 1, open: true };
const closed = { number: 1, open: false };

describe('a plan in one line', () => {
  it.each([
    [
      'one task active',
      todos('A+', 'B+', 'Draft the outline*', 'D', 'E'),
      '2/5 done · Draft the outline',
      '',
    ],
    ['more than one active', todos('A+', 'B*', 'C*', 'D*'), '1/4 done · B', '+2'],
    ['nothing active', todos('A+', 'B'), '1/2 done', ''],
    ['all done', todos('A+', 'B+'), '2/2 done', ''],
    ['cleared', [], 'Plan cleared', ''],
    ['never planned', null, '', ''],
  ])('%s', (_, list, text, more) => {
    const summary = summarizePlan({ todos: list, turn: open });
    expect({ text: summary.text, more: summary.more }).toEqual({ text, more });
    // The output of a call knows no turn.
    expect(summarizePlan({ todos: list })).toEqual(summary);
  });

  it('has its parts one by one, those that are active beside the first as a number of their own', () => {
    expect(summarizePlan({ todos: todos('A+', 'B*', 'C*', 'D'), turn: open })).toMatchObject({
      counts: { pending: 1, inProgress: 2, completed: 1 },
      total: 4,
      active: 'B',
      moreActive: 1,
    });
  });

  it('names nothing as active once the turn is over', () => {
    expect(summarizePlan({ todos: todos('A+', 'B*', 'C*'), turn: closed })).toMatchObject({
      text: '1/3 done',
      more: '',
      active: null,
      moreActive: 0,
      counts: { inProgress: 2 },
    });
  });
});
