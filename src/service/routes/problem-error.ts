import type { ParameterFault } from '../../contract/parameters.ts';
import type { ProblemType } from '../../contract/problem.ts';
import { createProblemResponse } from '../../contract/problem-response.ts';

interface ProblemOptions {
  errors?: ParameterFault[];
  headers?: Readonly<Record<string, string>>;
}

/** Why a call is refused or failed (RFC 9457): thrown while it is handled, and turned into its response. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly status: number;
  readonly type: ProblemType;
  readonly title: string;
  readonly options: ProblemOptions;

  /** @param detail for the user, in whole sentences. */
  constructor(
    status: number,
    type: ProblemType,
    title: string,
    detail: string,
    options: ProblemOptions = {},
  ) {
    super(detail);
    this.status = status;
    this.type = type;
    this.title = title;
    this.options = options;
  }

  toResponse(): Response {
    return createProblemResponse(this.status, this.type, this.title, this.message, this.options);
  }
}
