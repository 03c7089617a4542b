import { isRecord } from '../core/event.ts';

/** An answer that is no stream of plans. */
export class PlanFeedError extends Error {
  readonly status: number;
  /** The stable code of the route, where the answer has one: `store_unavailable` for example. */
  readonly code: string | undefined;

  constructor(status: number, code: string | undefined) {
    super(`The plan cannot be followed: the server answered ${status}${code ? ` (${code})` : ''}.`);
    this.name = 'PlanFeedError';
    this.status = status;
    this.code = code;
  }

  /** Whether asking again would get the same answer: refused, or no route of plans at all. */
  get isFinal(): boolean {
    return this.status < 500 && this.status !== 408 && this.status !== 429;
  }

  static async of(response: Response): Promise<PlanFeedError> {
    const body: unknown = await response.json().catch(() => undefined);
    const code = isRecord(body) ? body['code'] : undefined;
    return new PlanFeedError(response.status, typeof code === 'string' ? code : undefined);
  }
}
