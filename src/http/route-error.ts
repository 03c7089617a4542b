/** A failure that is answered with its own status; the message is made for clients. */
export class RouteError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'RouteError';
    this.status = status;
    this.code = code;
  }
}
