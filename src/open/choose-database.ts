import { TodoError } from '../core/errors.ts';
import type { RedisLink } from '../redis/redis-link.ts';
import { serverErrorCode } from '../redis/server-error.ts';

/**
 * The link, which sends nothing before the server has said that it has the database.
 *
 * Drivers that are refused a database connect again without it, and would go on in database 0 without a word.
 */
export function chooseDatabase(
  link: RedisLink,
  database: number,
  select: (database: number) => Promise<unknown>,
): RedisLink {
  if (database === 0) return link;
  let chosen: Promise<void> | undefined;
  let isChosen = false;
  const choose = async (): Promise<void> => {
    try {
      await select(database);
      isChosen = true;
    } catch (error) {
      chosen = undefined;
      if (serverErrorCode(error) !== 'ERR') throw error;
      throw new TodoError(
        'store_failed',
        `The Redis server has no database ${database}, which the URL names. Nothing was written.`,
        { cause: error },
      );
    }
  };
  return {
    ...link,
    ready(withdrawal) {
      const ready = link.ready?.(withdrawal);
      if (isChosen) return ready;
      return Promise.resolve(ready).then(() => (chosen ??= choose()));
    },
  };
}
